import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { identify, isRunning, type ProcessIdentity } from './process-table.ts';
import { stopProcesses } from './stop-processes.ts';

const children: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A program that needs 400 ms to end. */
const startSlow = async (): Promise<ProcessIdentity> => {
  const program = `process.on('SIGTERM', () => setTimeout(() => process.exit(), 400)); setInterval(() => undefined, 1000); console.log('up')`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await once(child.stdout, 'data');
  const found = child.pid === undefined ? null : await identify(child.pid);
  if (found === null) throw new Error('The program ended.');
  return found;
};

/** Finds processes the first time only, as if they had given back their memory since. */
const findOnce = (...found: ProcessIdentity[]) => {
  let looks = 0;
  return async () => {
    looks += 1;
    return looks === 1 ? found : [];
  };
};

it.each(['SIGTERM', null] as const)('waits for a process that ends (%s), although its arguments are gone already', async (signal) => {
  const engine = await startSlow();
  await stopProcesses({ engines: findOnce(engine), all: findOnce(engine), signal });
  expect(await isRunning(engine)).toBe(false);
});

it('ends what an engine leaves behind, after the engine', async () => {
  const [engine, helper] = [await startSlow(), await startSlow()];
  const wasHelped: boolean[] = [];
  const engines = async () => {
    if (!(await isRunning(engine))) return [];
    wasHelped.push(await isRunning(helper));
    return [engine];
  };
  await stopProcesses({ engines, all: findOnce(engine, helper), signal: 'SIGTERM' });
  expect(await Promise.all([engine, helper].map(isRunning))).toEqual([false, false]);
  expect(new Set(wasHelped)).toEqual(new Set([true]));
});
