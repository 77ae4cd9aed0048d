import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScratchFolder {
  /** Writes a file and returns its path. */
  write(name: string, contents: string | Uint8Array): string;
  path(name: string): string;
  remove(): void;
}

export const makeScratchFolder = (): ScratchFolder => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-cli-'));
  return {
    write(name, contents) {
      const file = join(folder, name);
      writeFileSync(file, contents);
      return file;
    },
    path: (name) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
