import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { identify } from '../../processes/process-table.ts';
import { ROOT_PATH } from '../built-archive.ts';

const execute = promisify(execFile);
const run = (program: string, ...args: string[]) => execute(program, args, { env: { ...process.env, PATH: ROOT_PATH } });
const PREFIX = 'notafter-disk-';

export interface LoopDisk {
  /** Its block device on this machine. */
  readonly device: string;
  readonly run: (program: string, ...args: string[]) => Promise<unknown>;
  close(): Promise<void>;
}

/** Ends the disks of runs that were killed. */
const removeAbandoned = async (): Promise<void> => {
  const { stdout } = await run('losetup', '--list', '--noheadings', '--output', 'NAME,BACK-FILE');
  const pidOf = (path: string): number => Number(new RegExp(`/${PREFIX}(\\d+)-`).exec(path)?.[1] ?? 0);
  const isAbandoned = async (path: string): Promise<boolean> => pidOf(path) > 0 && (await identify(pidOf(path))) === null;
  for (const line of stdout.split('\n')) {
    const [, device = '', path = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (await isAbandoned(path)) await run('losetup', '--detach', device);
  }
  for (const name of await readdir(tmpdir())) {
    if (await isAbandoned(`/${name}`)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
};

let cleaned: Promise<void> | null = null;

/** A block device of so many MiB with nothing on it. Needs root. */
export const openLoopDisk = async (sizeMib: number): Promise<LoopDisk> => {
  cleaned ??= removeAbandoned();
  await cleaned;
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const path = join(folder, 'disk');
  const file = await open(path, 'w');
  await file.truncate(sizeMib * 1024 * 1024);
  await file.close();
  const device = (await run('losetup', '--find', '--show', path)).stdout.trim();
  return {
    device,
    run,
    close: async () => {
      await run('losetup', '--detach', device);
      await rm(folder, { recursive: true });
    },
  };
};
