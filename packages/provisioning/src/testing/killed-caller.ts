import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CallerInput } from './caller.fixture.ts';

const fixture = fileURLToPath(new URL('caller.fixture.ts', import.meta.url));

/** Lets another process make a call, and kills it that long after it began. */
export const callAndKill = async (input: CallerInput, afterMs: number): Promise<void> => {
  const child = spawn(process.execPath, [fixture], { stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  child.stdin.end(JSON.stringify(input));
  await Promise.race([once(child.stdout, 'data'), exited]);
  const alarm = setTimeout(() => child.kill('SIGKILL'), afterMs);
  await exited;
  clearTimeout(alarm);
};
