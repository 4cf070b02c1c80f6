/** A chat in the shape that chat-completion interfaces take. */
export interface Chat {
  readonly title: string;
  readonly messages: readonly ChatMessage[];
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON inside a string, as models emit it. */
  readonly function: { readonly name: string; readonly arguments: string };
}
