/** What answers the counting route of a server. */
export const CONTENDERS = ['baseline', 'tokenwell', 'tokenwell sync', 'tokenizers', 'tiktoken', 'pbkdf2'] as const;

/** The name of one of them. */
export type ContenderName = (typeof CONTENDERS)[number];

/**
 * How a server gets the text that it counts: as a body that it decodes, as a body that it hands over as it came, or as a string that it
 * has held since before the measurement, so that receiving and decoding are in no figure.
 */
export const BODY_FORMS = ['string', 'bytes', 'held'] as const;

/** One of these. */
export type BodyForm = (typeof BODY_FORMS)[number];

/** What a server process is started for. */
export interface ServerOptions {
  readonly contender: ContenderName;
  readonly body: BodyForm;
  /** Worker threads that count, each with its own tokenizer; 0: the main thread calls the contender itself. */
  readonly workers: number;
  /** Texts above it are sampled, in UTF-16 units; `null`: all are counted exactly. */
  readonly maxExactChars: number | null;
  /** Running counts of each event loop; `null`: the default of the package. */
  readonly concurrency: number | null;
  /** Whether the tokenizer of the package has its segment cache. */
  readonly segmentCache: boolean;
  /** The vocabulary for npm `tokenizers`, which brings none. */
  readonly tokenizerJson: string;
  /** Iterations of `crypto.pbkdf2` for each unit of a text, so that they take as long as counting it. */
  readonly iterationsPerUnit: number;
}

/** The answer to a counting request. */
export interface CountAnswer {
  readonly tokens: number;
  readonly estimated: boolean;
}

/** What the client may ask a server for, one at a time. */
export type ServerCommand = 'measure' | 'report' | 'collect garbage';

/** Milliseconds of each `fs.stat`, `fs.readFile` and `dns.lookup('localhost')` that was begun. */
export interface PoolLatencies {
  readonly stat: readonly number[];
  readonly readFile: readonly number[];
  readonly lookup: readonly number[];
}

/** What a server measured in itself since it was told to. */
export interface ServerReport {
  /** Begun and awaited by the server's main thread: they wait for the pool, and then for the event loop. */
  readonly onLoop: PoolLatencies;
  /** Begun and awaited by a thread that does nothing else: they wait for the pool alone. */
  readonly ofPool: PoolLatencies;
  /** Milliseconds between turns of the event loop. */
  readonly worstGapMs: number;
  readonly gapP99Ms: number;
  /** The most memory that the process has ever held, as the system says: when the measurement began, and when it ended. */
  readonly maxRssBeforeBytes: number;
  readonly maxRssBytes: number;
  /** Whatever the concurrency limiter tells, where the package has one. */
  readonly concurrency: unknown;
}
