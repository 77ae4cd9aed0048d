import type { ConnectionOutcome } from '@notafter/net';

/** Hears one connection from the moment it is there. Nothing is heard after `onClose`. */
export interface ConnectionListener {
  /** The first `length` bytes of `chunk`, which are gone afterwards, arrived at `at`, by the clock of `performance.now`. */
  onBytes(chunk: Buffer, length: number, at: number): void;
  /** The connection is gone, by whomever; all that arrived before this side's `end` was told before. */
  onClose(): void;
}

/** One TCP connection. After its end every call does nothing. */
export interface Connection {
  /** Set in the call that tells of the connection. */
  listener: ConnectionListener | null;
  readonly isClosed: boolean;
  write(bytes: Buffer): void;
  /** Sends `bytes` and FIN. What still comes is read and dropped; the connection closes once the other side has said FIN too. */
  end(bytes: Buffer | null): void;
  /** Closes at once; what arrived and was not told yet is dropped. */
  destroy(): void;
}

export type Connect = (address: string, port: number, outcome: ConnectionOutcome) => Connection;
