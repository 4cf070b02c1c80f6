import type { MergePair } from './vocabulary-format.js';

const BYTE_TOKENS = 256;

/**
 * The pair of ids that makes each token from id 256 on, derived from the ranks alone.
 *
 * A rank file lists tokens, not merges. The pair of a token is what byte-pair merging leaves of the token's own bytes
 * when only tokens of a lower rank may be made: exactly two parts, or the vocabulary was not made by merging.
 *
 * @param tokens Every token as a latin1 string (one character a byte), in the order of the ids.
 * @throws Error naming the token, when the first 256 are not the 256 bytes, when a token is empty, listed twice or
 *   ends in other than two parts, or when two tokens come from one pair.
 */
export function deriveMergePairs(tokens: readonly string[]): MergePair[] {
  const ranks = rankByToken(tokens);
  requireByteTokens(tokens);
  const makerOf = new Map<string, number>();
  return tokens.slice(BYTE_TOKENS).map((token, index) => {
    const id = BYTE_TOKENS + index;
    const pair = pairOf(token, id, ranks);
    requireUnique(pair, id, tokens, makerOf);
    return pair;
  });
}

/** A token as a person can read it: JSON, with every byte outside ASCII escaped. */
export function describeToken(token: string): string {
  return JSON.stringify(token).replace(/[\u007f-\u00ff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

function rankByToken(tokens: readonly string[]): Map<string, number> {
  const ranks = new Map<string, number>();
  tokens.forEach((token, id) => {
    const earlier = ranks.get(token);
    if (earlier !== undefined) throw new Error(`token ${describeToken(token)} has two ids, ${earlier} and ${id}`);
    ranks.set(token, id);
  });
  return ranks;
}

function requireByteTokens(tokens: readonly string[]): void {
  for (let id = 0; id < BYTE_TOKENS; id++) {
    const token = tokens[id] ?? '';
    if (token.length !== 1) throw new Error(`token ${id} (${describeToken(token)}) is not a single byte`);
  }
}

function pairOf(token: string, id: number, ranks: ReadonlyMap<string, number>): MergePair {
  const parts = mergeBelow(token, id, ranks);
  const [left, right] = parts.map((part) => ranks.get(part));
  if (parts.length !== 2 || left === undefined || right === undefined) {
    throw new Error(`token ${id} (${describeToken(token)}) ends in ${parts.length} parts, not in two`);
  }
  if (parts.join('') !== token) throw new Error(`token ${id} (${describeToken(token)}) is not its two parts joined`);
  return [left, right];
}

/** Byte-pair merging: always the lowest rank first, the leftmost of equals, only ranks below `limit`. */
function mergeBelow(token: string, limit: number, ranks: ReadonlyMap<string, number>): string[] {
  const parts = token.split('');
  for (;;) {
    let bestRank = limit;
    let bestAt = -1;
    for (let at = 0; at + 1 < parts.length; at++) {
      const rank = ranks.get(`${parts[at]}${parts[at + 1]}`);
      if (rank !== undefined && rank < bestRank) {
        bestRank = rank;
        bestAt = at;
      }
    }
    if (bestAt < 0) return parts;
    parts.splice(bestAt, 2, `${parts[bestAt]}${parts[bestAt + 1]}`);
  }
}

function requireUnique(pair: MergePair, id: number, tokens: readonly string[], makerOf: Map<string, number>): void {
  const key = pair.join(' ');
  const other = makerOf.get(key);
  if (other !== undefined) {
    throw new Error(`tokens ${other} and ${id} (${describeToken(tokens[id] ?? '')}) come from one pair, ${key}`);
  }
  makerOf.set(key, id);
}
