import type { TrustAnchors } from '@notafter/domain';
import { type AnchorSet, readAnchorSet } from './judge/trust-store.ts';

/** PEM text whose certificates the worker thread keeps; they take about as much memory again. */
const MAX_SHARED_CHARACTERS = 16_000_000;

/** Part of a message to the worker thread: each bundle of anchors travels once, and probes name it by its digest. */
export interface SentAnchors {
  /** Applied before the probes of the message. */
  readonly added: readonly TrustAnchors[];
  /** Digests that are no longer used; applied after its probes. */
  readonly forgotten: readonly string[];
}

/** The prober's side: knows which bundles its thread has. */
export class AnchorWriter {
  /** Sizes by digest, the most recently used at the end. */
  readonly #sizes = new Map<string, number>();
  readonly #limit: number;
  #shared = 0;
  #added: TrustAnchors[] = [];

  constructor(limit = MAX_SHARED_CHARACTERS) {
    this.#limit = limit;
  }

  /** Call it with the anchors of each probe of the next message. */
  use(anchors: TrustAnchors): void {
    const { digest, pem } = anchors;
    if (this.#sizes.delete(digest)) this.#shared -= pem.length;
    else this.#added.push(anchors);
    this.#sizes.set(digest, pem.length);
    this.#shared += pem.length;
  }

  /** Undefined if the thread has everything that the message needs. */
  take(): SentAnchors | undefined {
    if (this.#added.length === 0) return undefined;
    const forgotten: string[] = [];
    for (const [digest, size] of this.#sizes) {
      if (this.#shared <= this.#limit) break;
      this.#sizes.delete(digest);
      this.#shared -= size;
      forgotten.push(digest);
    }
    const taken = { added: this.#added, forgotten };
    this.#added = [];
    return taken;
  }

  /** For a new thread, which has none. */
  clear(): void {
    this.#sizes.clear();
    this.#shared = 0;
    this.#added = [];
  }
}

/** The worker's side: parses each bundle when it arrives. */
export class AnchorReader {
  readonly #sets = new Map<string, AnchorSet>();

  /** Calls `run` between adding and forgetting; what it finds stays usable. */
  apply(sent: SentAnchors | undefined, run: () => void): void {
    for (const anchors of sent?.added ?? []) this.#sets.set(anchors.digest, readAnchorSet(anchors));
    run();
    for (const digest of sent?.forgotten ?? []) this.#sets.delete(digest);
  }

  find(digests: readonly string[] = []): readonly AnchorSet[] {
    return digests.map((digest) => {
      const set = this.#sets.get(digest);
      if (set === undefined) throw new Error('Anchors were not sent before they were used.');
      return set;
    });
  }
}
