import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 8_192;
const pool = Buffer.alloc(POOL_BYTES);
let at = POOL_BYTES;

/** Copies fresh random bytes to `target`, generated in bulk: one call into OpenSSL for a hundred checks. */
export const writeRandom = (target: Buffer, start: number, length: number): void => {
  if (at + length > POOL_BYTES) {
    randomFillSync(pool);
    at = 0;
  }
  pool.copy(target, start, at, at + length);
  pool.fill(0, at, at + length);
  at += length;
};
