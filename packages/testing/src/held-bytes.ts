import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes of objects and buffers that something still holds. Collects all garbage first, so that neither what ran before in the process
 * nor the moment at which V8 collects counts.
 */
export const heldBytes = (): number => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  // Buffers are given back by a thread of their own, for which the next collection waits.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
