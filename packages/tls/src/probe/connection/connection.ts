import type { ConnectionOutcome } from '@notafter/net';

/** Receives the events of one connection. No event follows `onClose`. */
export interface ConnectionListener {
  /** The first `length` bytes of `chunk`, valid only during the call, arrived at `at`, on the clock of `performance.now`. */
  onBytes(chunk: Buffer, length: number, at: number): void;
  /** The connection is closed, by either side; everything that arrived before this side's `end` was delivered. */
  onClose(): void;
}

/** One TCP connection. After its end, calls have no effect. */
export interface Connection {
  /** Set in the call that reports the connection. */
  listener: ConnectionListener | null;
  readonly isClosed: boolean;
  write(bytes: Buffer): void;
  /** Sends `bytes` and FIN. Later data is read and dropped; the connection closes when the other side has sent FIN too. */
  end(bytes: Buffer | null): void;
  /** Closes at once; undelivered data is dropped. */
  destroy(): void;
}

export type Connect = (address: string, port: number, outcome: ConnectionOutcome) => Connection;
