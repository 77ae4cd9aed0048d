import type { Digest } from './cipher-suites.ts';
import { digestOf, type Octets } from './key-derivation.ts';
import type { MemoryShare } from './memory-budget.ts';
import { TlsFault } from './tls-fault.ts';

/** Longer transcripts are a flood. */
const MAX_BYTES = 2_200_000;
/** Enough for nearly every server. */
const POOLED_BYTES = 8_192;
const MAX_POOLED = 64;

/** Memory of finished handshakes for reuse: megabytes of new buffers per second would keep the garbage collector busy. */
const pool: Buffer[] = [];

/** Every handshake message of both sides in order, in one buffer, as signatures cover it. */
export class Transcript {
  bytes: Buffer;
  length: number;
  readonly #memory: MemoryShare;
  readonly #own: Buffer;

  constructor(memory: MemoryShare, clientHello: Buffer) {
    this.#memory = memory;
    this.#own = clientHello;
    this.bytes = clientHello;
    this.length = clientHello.length;
  }

  /** Grows the buffer for `more` bytes at `length`. Throws TlsFault for a flood. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    this.expect(needed);
    const capacity = Math.max(POOLED_BYTES, needed, Math.min(this.bytes.length * 2, MAX_BYTES));
    this.#memory.hold(capacity - this.bytes.length);
    const grown = (capacity === POOLED_BYTES ? pool.pop() : undefined) ?? Buffer.allocUnsafeSlow(capacity);
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  /** Rejects a flood by its announced length, before its bytes arrive. */
  expect(length: number): void {
    if (length > MAX_BYTES) throw new TlsFault('flood', 'The handshake is longer than 2 MB.');
  }

  append(source: Buffer, start = 0, end = source.length): void {
    this.reserve(end - start);
    source.copy(this.bytes, this.length, start, end);
    this.length += end - start;
  }

  /** Replaces everything so far with `message` (RFC 8446 section 4.4.1, after a HelloRetryRequest). */
  restart(message: Buffer): void {
    this.bytes = Buffer.alloc(0);
    this.length = 0;
    this.append(message);
  }

  hash(digest: Digest, end = this.length): Octets {
    return digestOf(digest, this.bytes.subarray(0, end));
  }

  /** Gives the memory to the next handshake: `bytes` must not be used afterwards. */
  recycle(): void {
    if (this.bytes.length === POOLED_BYTES && this.bytes !== this.#own && pool.length < MAX_POOLED) pool.push(this.bytes);
    this.bytes = this.#own;
    this.length = 0;
  }
}
