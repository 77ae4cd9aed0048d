import { TlsFault } from './tls-fault.ts';

/** Bytes a connection can hold without using the pool: any valid chain. */
const FREE_BYTES = 32_768;
/** For all connections of the thread together, beyond the free allowance. */
const MAX_SHARED_BYTES = 64 * 1_048_576;

let shared = 0;

/** The memory of one connection. Servers that send megabytes share a bounded pool, so that many cannot exhaust memory. */
export class MemoryShare {
  #held = 0;

  /** Throws TlsFault if the pool is exhausted. */
  hold(bytes: number): void {
    const before = Math.max(0, this.#held - FREE_BYTES);
    const after = Math.max(0, this.#held + bytes - FREE_BYTES);
    if (after > before && shared + after - before > MAX_SHARED_BYTES)
      throw new TlsFault('flood', 'The memory for large handshakes is exhausted.');
    shared += after - before;
    this.#held += bytes;
  }

  release(): void {
    shared -= Math.max(0, this.#held - FREE_BYTES);
    this.#held = 0;
  }
}

/** Bytes currently taken from the pool; for tests. */
export const sharedBytes = (): number => shared;
