import { emptyRoot, HASH_BYTES, nodeHash } from './hashes.ts';

/** Returns the number of complete subtrees of a tree with this many leaves: the ones in binary. */
const subtreeCount = (size: number): number => {
  let count = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
};

/** Returns the root over complete subtrees, largest first (RFC 6962 section 2.1). */
export const rootOfSubtrees = (hashes: readonly Buffer[]): Buffer => {
  let root: Buffer | undefined;
  for (const hash of hashes.toReversed()) root = root === undefined ? hash : nodeHash(hash, root);
  return root ?? emptyRoot;
};

/** A tree to which leaves are appended, as the hashes of its complete subtrees: enough for its root, at most 53 of them. */
export class Frontier {
  readonly #hashes: Buffer[];
  #size: number;

  private constructor(size: number, hashes: readonly Buffer[]) {
    this.#size = size;
    this.#hashes = [...hashes];
  }

  /** Returns null for a number of hashes that a tree of this size does not have. */
  static of(size: number, hashes: readonly Buffer[]): Frontier | null {
    const fits = Number.isSafeInteger(size) && size >= 0 && hashes.length === subtreeCount(size);
    return fits && hashes.every(({ length }) => length === HASH_BYTES) ? new Frontier(size, hashes) : null;
  }

  static empty(): Frontier {
    return new Frontier(0, []);
  }

  get size(): number {
    return this.#size;
  }
  /** Largest subtree first. */
  get hashes(): readonly Buffer[] {
    return this.#hashes;
  }
  get root(): Buffer {
    return rootOfSubtrees(this.#hashes);
  }

  append(leaf: Buffer): void {
    let hash = leaf;
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) hash = nodeHash(this.#hashes.pop() ?? hash, hash);
    this.#hashes.push(hash);
    this.#size += 1;
  }

  copy(): Frontier {
    return new Frontier(this.#size, this.#hashes);
  }
}
