import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MerkleTree } from '../testing/merkle-tree.ts';
import { Frontier, rootOfSubtrees } from './frontier.ts';
import { HASH_BYTES, leafHash, nodeHash, subtreeRoot } from './hashes.ts';
import { isConsistent, isIncluded } from './proofs.ts';

const MAX = 600;
const leaf = (index: number): Buffer => leafHash(Buffer.alloc(0), Buffer.from(String(index)));
const tree = new MerkleTree();
for (let index = 0; index < MAX; index += 1) tree.append(leaf(index));
const flip = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte, index) => (index === 7 ? byte ^ 4 : byte)));
const sizes = fc.integer({ min: 0, max: MAX });
const twoSizes = fc.tuple(sizes, sizes).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

/** The definition in RFC 6962 section 2.1. */
const treeHash = (leaves: readonly string[]): Buffer => {
  if (leaves.length === 0) return hash('sha256', '', 'buffer');
  if (leaves.length === 1) return hash('sha256', Buffer.concat([Buffer.from([0]), Buffer.from(leaves[0] ?? '')]), 'buffer');
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hash('sha256', Buffer.concat([Buffer.from([1]), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split))]), 'buffer');
};

const frontierAt = (size: number): Frontier => {
  const frontier = Frontier.empty();
  for (let index = 0; index < size; index += 1) frontier.append(leaf(index));
  return frontier;
};

it('hashes long leaves like short ones', () => {
  const long = Buffer.alloc(200_000, 7);
  expect(leafHash(Buffer.from([1, 2]), long, 10, 150_000)).toEqual(
    hash('sha256', Buffer.concat([Buffer.from([0, 1, 2]), long.subarray(10, 150_000)]), 'buffer'),
  );
});

describe('a frontier', () => {
  it('has the root that RFC 6962 defines, at every size', () => {
    const frontier = Frontier.empty();
    for (let size = 0; size <= 130; size += 1) {
      const leaves = Array.from({ length: size }, (_, index) => String(index));
      expect(frontier.root).toEqual(treeHash(leaves));
      expect(tree.root(size)).toEqual(treeHash(leaves));
      frontier.append(leaf(size));
    }
  });

  it('continues from its hashes', () => {
    fc.assert(
      fc.property(twoSizes, ([from, to]) => {
        const half = frontierAt(from);
        const frontier = Frontier.of(from, half.hashes);
        for (let index = from; index < to; index += 1) frontier?.append(leaf(index));
        expect(frontier?.root).toEqual(tree.root(to));
        expect(half.root).toEqual(tree.root(from));
      }),
    );
  });

  it('refuses hashes that do not belong to the size', () => {
    const { hashes } = frontierAt(5);
    expect(Frontier.of(5, hashes)).not.toBeNull();
    for (const size of [-1, 0, 4, 7, 5.5, Number.NaN, 2 ** 60]) expect(Frontier.of(size, hashes)).toBeNull();
    expect(Frontier.of(5, [hashes[0] ?? leaf(0), Buffer.alloc(31)])).toBeNull();
  });

  it('handles sizes above 2^32', () => {
    const size = 2 ** 40 + 1;
    const frontier = Frontier.of(size, [leaf(1), leaf(2)]);
    frontier?.append(leaf(3));
    expect(frontier?.hashes).toEqual([leaf(1), nodeHash(leaf(2), leaf(3))]);
  });
});

it('computes the root of a complete subtree', () => {
  const hashes = Buffer.concat(Array.from({ length: 256 }, (_, index) => leaf(index)));
  expect(subtreeRoot(hashes, 0, 256)).toEqual(tree.root(256));
  expect(subtreeRoot(hashes, 64, 64)).toEqual(tree.range(64, 128));
  expect(subtreeRoot(hashes, 3, 1)).toEqual(hashes.subarray(3 * HASH_BYTES, 4 * HASH_BYTES));
  expect(rootOfSubtrees([subtreeRoot(hashes, 0, 64), subtreeRoot(hashes, 64, 2)])).toEqual(tree.root(66));
});

describe('an inclusion proof', () => {
  const places = fc.integer({ min: 1, max: MAX }).chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));

  it('is accepted for its leaf and place', () => {
    fc.assert(fc.property(places, ([size, index]) => isIncluded(leaf(index), index, size, tree.path(index, size), tree.root(size))));
  });

  it('is refused for another leaf, place, size or root, and when changed', () => {
    fc.assert(
      fc.property(places, fc.nat(), ([size, index], at) => {
        const path = tree.path(index, size);
        const root = tree.root(size);
        expect(isIncluded(leaf(index + 1), index, size, path, root)).toBe(false);
        expect(isIncluded(leaf(index), index, size, [...path, leaf(0)], root)).toBe(false);
        expect(isIncluded(leaf(index), index, size, path, flip(root))).toBe(false);
        expect(isIncluded(leaf(index), size, size, path, root)).toBe(false);
        if (path.length === 0) return;
        expect(isIncluded(leaf(index), index, size, path.slice(0, -1), root)).toBe(false);
        const changed = path.map((each, place) => (place === at % path.length ? flip(each) : each));
        expect(isIncluded(leaf(index), index, size, changed, root)).toBe(false);
        if (index + 1 < size) expect(isIncluded(leaf(index), index + 1, size, path, root)).toBe(false);
      }),
    );
  });
});

describe('a consistency proof', () => {
  const at = (size: number) => ({ size, root: tree.root(size) });

  it('is accepted between any two sizes', () => {
    fc.assert(fc.property(twoSizes, ([first, second]) => isConsistent(at(first), at(second), tree.consistency(first, second))));
  });

  it('is refused for another root or size, and when changed', () => {
    fc.assert(
      fc.property(twoSizes, fc.nat(), ([first, second], place) => {
        const proof = tree.consistency(first, second);
        if (first > 0) expect(isConsistent({ size: first, root: flip(tree.root(first)) }, at(second), proof)).toBe(false);
        if (first > 0) expect(isConsistent(at(first), { size: second, root: flip(tree.root(second)) }, proof)).toBe(false);
        if (first < second) expect(isConsistent(at(second), at(first), proof)).toBe(false);
        expect(isConsistent(at(first), at(second), [...proof, leaf(0)])).toBe(false);
        if (proof.length === 0) return;
        expect(isConsistent(at(first), at(second), proof.slice(0, -1))).toBe(false);
        const changed = proof.map((each, index) => (index === place % proof.length ? flip(each) : each));
        expect(isConsistent(at(first), at(second), changed)).toBe(false);
      }),
    );
  });
});
