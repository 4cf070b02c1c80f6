import type { BodyForm } from './server-options.js';

/** The text of a body as the contender gets it: decoded, as most servers have it, or as it came. */
export function bodyText(body: Uint8Array, form: BodyForm): string | Uint8Array {
  return form === 'bytes' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}
