import { emptyRoot, nodeHash } from '../merkle/hashes.ts';

/** Largest power of two below `count`, which is at least 2. */
const splitOf = (count: number): number => {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
};

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

/** A whole Merkle tree (RFC 6962 section 2.1) that grows, with proofs for any of its sizes. */
export class MerkleTree {
  /** Complete subtrees of 2^level leaves. */
  readonly #levels: Buffer[][] = [[]];

  get size(): number {
    return this.#levels[0]?.length ?? 0;
  }

  append(leaf: Buffer): void {
    let hash = leaf;
    for (let level = 0; ; level += 1) {
      this.#levels[level] ??= [];
      const row = this.#levels[level];
      row?.push(hash);
      if (row === undefined || row.length % 2 === 1) return;
      hash = nodeHash(row.at(-2) ?? hash, hash);
    }
  }

  /** Removes the last leaves. */
  truncate(size: number): void {
    for (const [level, row] of this.#levels.entries()) row.length = Math.floor(size / 2 ** level);
  }

  leaf(index: number): Buffer {
    return this.range(index, index + 1);
  }

  root(size = this.size): Buffer {
    return size === 0 ? emptyRoot : this.range(0, size);
  }

  /** MTH(D[start:end]). */
  range(start: number, end: number): Buffer {
    const count = end - start;
    const known = isPowerOfTwo(count) && start % count === 0 ? this.#levels[Math.log2(count)]?.[start / count] : undefined;
    if (known !== undefined) return known;
    const split = start + splitOf(count);
    return nodeHash(this.range(start, split), this.range(split, end));
  }

  /** PATH(index, D[start:end]). */
  path(index: number, size: number, start = 0, end = size): Buffer[] {
    if (end - start === 1) return [];
    const split = start + splitOf(end - start);
    return index < split
      ? [...this.path(index, size, start, split), this.range(split, end)]
      : [...this.path(index, size, split, end), this.range(start, split)];
  }

  /** PROOF(first, D[0:second]). */
  consistency(first: number, second: number): Buffer[] {
    return first === 0 || first === second ? [] : this.#subProof(first, 0, second, true);
  }

  #subProof(first: number, start: number, end: number, isWhole: boolean): Buffer[] {
    if (first === end) return isWhole ? [] : [this.range(start, end)];
    const split = start + splitOf(end - start);
    return first <= split
      ? [...this.#subProof(first, start, split, isWhole), this.range(split, end)]
      : [...this.#subProof(first, split, end, false), this.range(start, split)];
  }
}
