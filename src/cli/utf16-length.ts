/**
 * The length that UTF-8 text would have as a JavaScript string, in UTF-16 units, without making the string (which could be larger than
 * a string may be). The bytes must be valid UTF-8.
 *
 * Every character has one byte that is no continuation byte (10xxxxxx), and those of four bytes (11110xxx) take two units.
 */
export function utf16Length(bytes: Uint8Array): number {
  let units = 0;
  for (const byte of bytes) {
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
