import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  freeBytes(): number;
  unmount(): void;
}

/** A real file system of a few megabytes, in memory. Only root can mount one. */
export const mountSmallDisk = (bytes: number): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), 'notafter-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path]);
  return {
    path,
    freeBytes() {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    unmount() {
      execFileSync('umount', [path]);
      rmdirSync(path);
    },
  };
};
