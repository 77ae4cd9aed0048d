import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from './open-spool.ts';

const FILE = 'reserve';
/** Room for a transaction that deletes a long queue. */
const BYTES = 256 * 1024;

/** A file that takes up space, so that a full disk still has room to delete bundles which the server has: deleting writes first. */
export const createReserve = (dataDir: string) => {
  const file = join(dataDir, FILE);
  return {
    hold(): void {
      try {
        writeFileSync(file, Buffer.alloc(BYTES, 1), { mode: 0o600 });
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        rmSync(file, { force: true });
      }
    },
    release: (): void => rmSync(file, { force: true }),
  };
};
