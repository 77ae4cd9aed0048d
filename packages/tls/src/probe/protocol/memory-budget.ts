import { TlsFault } from './tls-fault.ts';

/** What a connection may hold without asking: any honest chain. */
const FREE_BYTES = 32_768;
/** For all connections of the thread together, beyond what is free. */
const MAX_SHARED_BYTES = 64 * 1_048_576;

let shared = 0;

/** What one connection holds. Servers that send megabytes share a bounded pool, so that many of them exhaust nothing. */
export class MemoryShare {
  #held = 0;

  /** Throws TlsFault where the pool has no room. */
  hold(bytes: number): void {
    const before = Math.max(0, this.#held - FREE_BYTES);
    const after = Math.max(0, this.#held + bytes - FREE_BYTES);
    if (after > before && shared + after - before > MAX_SHARED_BYTES) throw new TlsFault('flood', 'Too much is sent at once.');
    shared += after - before;
    this.#held += bytes;
  }

  release(): void {
    shared -= Math.max(0, this.#held - FREE_BYTES);
    this.#held = 0;
  }
}

/** Bytes taken from the pool now; for tests. */
export const sharedBytes = (): number => shared;
