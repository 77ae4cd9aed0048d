import { hash } from 'node:crypto';

export const HASH_BYTES = 32;

/** Longer leaves are copied into a separate buffer. */
const LEAF_BUFFER_BYTES = 64 * 1024;
const leafBuffer = Buffer.alloc(LEAF_BUFFER_BYTES);
const nodeBuffer = Buffer.alloc(1 + 2 * HASH_BYTES);
nodeBuffer[0] = 1;

/** The hash of an empty tree (RFC 6962 section 2.1). */
export const emptyRoot: Buffer = hash('sha256', Buffer.alloc(0), 'buffer');

/** Returns the hash of a leaf whose bytes are `head` and `bytes[start, end)` (RFC 6962 section 2.1). */
export const leafHash = (head: Uint8Array, bytes: Buffer, start = 0, end = bytes.length): Buffer => {
  const length = 1 + head.length + end - start;
  const buffer = length <= LEAF_BUFFER_BYTES ? leafBuffer : Buffer.alloc(length);
  buffer[0] = 0;
  buffer.set(head, 1);
  bytes.copy(buffer, 1 + head.length, start, end);
  return hash('sha256', buffer.subarray(0, length), 'buffer');
};

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => {
  nodeBuffer.set(left, 1);
  nodeBuffer.set(right, 1 + HASH_BYTES);
  return hash('sha256', nodeBuffer, 'buffer');
};

/** Returns the root of a complete subtree over `count` hashes, a power of two, that are adjacent in `hashes`. */
export const subtreeRoot = (hashes: Buffer, first: number, count: number): Buffer => {
  let level = Buffer.from(hashes.subarray(first * HASH_BYTES, (first + count) * HASH_BYTES));
  for (let width = count / 2; width >= 1; width /= 2) {
    const above = Buffer.alloc(width * HASH_BYTES);
    for (let at = 0; at < width; at += 1) {
      const left = 2 * at * HASH_BYTES;
      level.copy(nodeBuffer, 1, left, left + 2 * HASH_BYTES);
      above.set(hash('sha256', nodeBuffer, 'buffer'), at * HASH_BYTES);
    }
    level = above;
  }
  return level;
};
