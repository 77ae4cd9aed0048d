import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { TakerInput } from './backup-taker.fixture.ts';

const fixture = join(import.meta.dirname, 'backup-taker.fixture.ts');

interface Terms {
  /** Killed so long after it began; null: it may end. */
  readonly killAfterMs: number | null;
  /** The largest file that it may write, in KiB. */
  readonly fileLimitKib?: number;
}

/** Takes a backup in a separate process. `ended` resolves to what it said at its end, null if it was killed before. */
export const startTaker = (input: TakerInput, fileLimitKib?: number) => {
  const limit = fileLimitKib === undefined ? '' : `ulimit -f ${fileLimitKib}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, fixture], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const said: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => said.push(line));
  const began = once(lines, 'line');
  child.stdin.end(JSON.stringify(input));
  const ended = closed.then((): string | null => said[1] ?? null);
  return {
    began,
    ended,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
};

export const takeElsewhere = async (input: TakerInput, { killAfterMs, fileLimitKib }: Terms): Promise<string | null> => {
  const taker = startTaker(input, fileLimitKib);
  await taker.began;
  if (killAfterMs === null) return taker.ended;
  await Promise.race([wait(killAfterMs), taker.ended]);
  return taker.kill();
};
