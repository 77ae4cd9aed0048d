/** `static`: C2SP static-ct-api, tiles below a monitoring prefix. `rfc6962`: get-sth, get-entries. */
export type LogKind = 'static' | 'rfc6962';

export const loggingStates = ['pending', 'qualified', 'usable', 'readonly', 'retired', 'rejected'] as const;
/** State of a log in a log list; `readonly` logs take no submissions and have a final tree head. */
export type LoggingState = (typeof loggingStates)[number];

/** A certificate transparency log, as a log list describes it. */
export interface TransparencyLog {
  /** SHA-256 of the key in Base64, as in a signed certificate timestamp. */
  readonly id: string;
  readonly kind: LogKind;
  readonly description: string;
  readonly operator: string;
  /** SubjectPublicKeyInfo in Base64. */
  readonly key: string;
  /** Maximum merge delay: an entry is in the log, and a new head signed, within it. */
  readonly mmdSeconds: number;
  /** Entries are read below it; has no slash at the end. */
  readonly url: string;
  /** Certificates are submitted below it; a static log's checkpoints name it. Has no slash at the end. */
  readonly submissionUrl: string;
  readonly state: LoggingState;
  /** The log takes certificates that expire in this interval, if it is sharded. */
  readonly interval: { readonly start: Date; readonly end: Date } | null;
  /** The last head of a read-only log. */
  readonly finalHead: TreeHead | null;
}

export interface TreeHead {
  /** Number of entries. */
  readonly size: number;
  /** Merkle tree hash of all entries, hex. */
  readonly root: string;
}

/** A tree head whose signature was verified. */
export interface SignedHead extends TreeHead {
  /** When the log signed it, in milliseconds since 1970. */
  readonly signedAt: number;
  /** The signed text as received, the evidence against a log: a checkpoint, or the JSON of get-sth. */
  readonly text: string;
}
