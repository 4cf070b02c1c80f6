import { deflateSync, inflateSync } from 'node:zlib';

/**
 * The compact vocabulary file (`.twv`), as bytes.
 *
 * A byte-level BPE vocabulary is fully told by the byte behind each of the first 256 ids and by the pair of ids behind
 * every later one: token `256 + i` is what merge `i` makes. Token texts are therefore not stored at all.
 *
 * Layout: the magic `TWV1`; the header's length as a little-endian u32; the header as UTF-8 JSON; one zlib stream.
 * The stream holds six planes of `merges` bytes each: bits 0-7, 8-15 and 16-23 of the left ids, then those of the
 * right ids. Planes, and not interleaved triples, because the high bits change slowly from one merge to the next: the
 * two vocabularies together deflate to about 1.1 MB.
 */
export interface Vocabulary {
  readonly header: VocabularyHeader;
  /** `[left, right]` ids of merge `i`, which makes token `256 + i`. */
  readonly merges: readonly MergePair[];
}

export type MergePair = readonly [left: number, right: number];

export interface VocabularyHeader {
  readonly name: string;
  /** The pre-tokenizer's regular expression, as the source spells it. */
  readonly pattern: string;
  /** Content to id, in the order of the ids. */
  readonly specialTokens: Readonly<Record<string, number>>;
  /** Base64 of 256 bytes: the byte behind each of the ids 0 to 255. */
  readonly byteOrder: string;
  /** How many merges follow. */
  readonly merges: number;
  readonly source: string;
  readonly license: string;
}

const MAGIC = Buffer.from('TWV1', 'latin1');
const HEADER_LENGTH_BYTES = 4;
const PLANES = 6;

/** The whole file for one vocabulary. */
export function encodeVocabulary(vocabulary: Vocabulary): Buffer {
  const header = Buffer.from(JSON.stringify(vocabulary.header), 'utf8');
  const length = Buffer.alloc(HEADER_LENGTH_BYTES);
  length.writeUInt32LE(header.length);
  const planes = deflateSync(mergePlanes(vocabulary.merges), { level: 9 });
  return Buffer.concat([MAGIC, length, header, planes]);
}

/**
 * The header and the inflated planes of a file, joined: what two files must share to be the same vocabulary.
 * Compressed bytes are not compared, since another zlib may deflate the same planes to other bytes.
 *
 * @throws Error when the file does not open with the magic, or its stream is broken or of the wrong length.
 */
export function vocabularyContent(file: Buffer): Buffer {
  const headerStart = MAGIC.length + HEADER_LENGTH_BYTES;
  if (file.length < headerStart || !file.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new Error('the file does not begin with TWV1');
  }
  const headerEnd = headerStart + file.readUInt32LE(MAGIC.length);
  const header = file.subarray(headerStart, headerEnd);
  const { merges } = JSON.parse(header.toString('utf8')) as VocabularyHeader;
  const planes = inflateSync(file.subarray(headerEnd));
  if (planes.length !== merges * PLANES) {
    throw new Error(`${planes.length} bytes of planes for ${merges} merges`);
  }
  return Buffer.concat([header, planes]);
}

function mergePlanes(merges: readonly MergePair[]): Buffer {
  const planes = Buffer.alloc(merges.length * PLANES);
  merges.forEach(([left, right], index) => {
    [left, left >> 8, left >> 16, right, right >> 8, right >> 16].forEach((value, plane) => {
      planes[plane * merges.length + index] = value & 0xff;
    });
  });
  return planes;
}
