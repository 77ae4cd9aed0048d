import type { Digest } from './cipher-suites.ts';
import { digestOf, type Octets } from './key-derivation.ts';
import type { MemoryShare } from './memory-budget.ts';
import { TlsFault } from './tls-fault.ts';

/** A chain of two million bytes is still data to be judged; more is a flood. */
const MAX_BYTES = 2_200_000;
/** Room for what nearly every server sends. */
const POOLED_BYTES = 8_192;
const MAX_POOLED = 64;

/** Memory of finished handshakes for the next ones: megabytes of new buffers a second would keep the collector busy. */
const pool: Buffer[] = [];

/** Every handshake message of both sides in order, in one piece of memory, as the signatures cover it. */
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

  /** Makes room for `more` bytes at `length`. Throws TlsFault where that is a flood. */
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

  /** Refuses a flood by its announced length, before its bytes come. */
  expect(length: number): void {
    if (length > MAX_BYTES) throw new TlsFault('flood', 'The handshake is longer than 2 MB.');
  }

  append(source: Buffer, start = 0, end = source.length): void {
    this.reserve(end - start);
    source.copy(this.bytes, this.length, start, end);
    this.length += end - start;
  }

  /** Puts `message` in the place of everything so far (RFC 8446 section 4.4.1, after a HelloRetryRequest). */
  restart(message: Buffer): void {
    this.bytes = Buffer.alloc(0);
    this.length = 0;
    this.append(message);
  }

  hash(digest: Digest, end = this.length): Octets {
    return digestOf(digest, this.bytes.subarray(0, end));
  }

  /** Gives the memory to the next handshake: nothing may look at `bytes` afterwards. */
  recycle(): void {
    if (this.bytes.length === POOLED_BYTES && this.bytes !== this.#own && pool.length < MAX_POOLED) pool.push(this.bytes);
    this.bytes = this.#own;
    this.length = 0;
  }
}
