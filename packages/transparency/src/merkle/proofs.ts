import { nodeHash } from './hashes.ts';

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** Returns whether `path` proves that the leaf is at `index` of the tree (RFC 9162 section 2.1.3.2). */
export const isIncluded = (leaf: Buffer, index: number, size: number, path: readonly Buffer[], root: Buffer): boolean => {
  if (index >= size) return false;
  let node = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else hash = nodeHash(hash, sibling);
    node = half(node);
    last = half(last);
  }
  return last === 0 && hash.equals(root);
};

/** Returns whether `proof` proves that the smaller tree is the beginning of the larger one (RFC 9162 section 2.1.4.2). */
export const isConsistent = (
  smaller: { readonly size: number; readonly root: Buffer },
  larger: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean => {
  if (smaller.size > larger.size) return false;
  if (smaller.size === larger.size) return proof.length === 0 && smaller.root.equals(larger.root);
  // Every tree begins with the empty one.
  if (smaller.size === 0) return proof.length === 0;
  let node = smaller.size - 1;
  let last = larger.size - 1;
  while (isOdd(node)) {
    node = half(node);
    last = half(last);
  }
  // A complete subtree is its own first hash, which the proof leaves out.
  const [first, ...rest] = node === 0 ? [smaller.root, ...proof] : proof;
  if (first === undefined) return false;
  let old = first;
  let whole = first;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      old = nodeHash(sibling, old);
      whole = nodeHash(sibling, whole);
      while (!isOdd(node) && node !== 0) {
        node = half(node);
        last = half(last);
      }
    } else whole = nodeHash(whole, sibling);
    node = half(node);
    last = half(last);
  }
  return last === 0 && old.equals(smaller.root) && whole.equals(larger.root);
};
