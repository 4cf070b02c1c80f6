import { readFileSync } from 'node:fs';
import { fixturePath } from './fixture.js';

/** A message as recorded traffic has it. */
export interface RecordedMessage {
  readonly role: string;
  readonly content: string;
}

/** The answer is always the same, so a turn brings one new segment. */
const ANSWER = 'As I said.';

/** The messages of a chat whose every turn is a new question and the same answer. */
export function chatMessages(turns: number): RecordedMessage[] {
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `What about the token ${turn}?` },
    { role: 'assistant', content: ANSWER },
  ]).flat();
}

/** The messages in ChatML, and nothing behind them. */
export function inChatMl(messages: readonly RecordedMessage[]): string {
  return messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('');
}

/** The byte-level fixture with the two special tokens of ChatML, so that each message is a segment of its own. */
export function chatMlTokenizerJson(): string {
  const file = JSON.parse(readFileSync(fixturePath('byte-level-bpe'), 'utf8')) as { added_tokens: object[] };
  const token = (id: number, content: string): object => {
    return { id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  };
  const added = [token(385, '<|im_start|>'), token(386, '<|im_end|>')];
  return JSON.stringify({ ...file, added_tokens: [...file.added_tokens, ...added] });
}
