import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns the bytes of reachable objects and buffers. Collects all garbage first, so that neither earlier work in the process
 * nor V8's schedule matters.
 */
export const heldBytes = (): number => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  // Buffers are freed by a separate thread, which the next collection waits for.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
