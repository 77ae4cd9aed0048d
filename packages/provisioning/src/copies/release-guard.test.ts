import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freezeProcesses } from '../processes/freeze-processes.ts';
import { identify, isStopped, type ProcessIdentity, signalProcess } from '../processes/process-table.ts';
import { whileHeld } from './release-guard.ts';

let child: ChildProcess;
let engine: ProcessIdentity;
beforeEach(async () => {
  child = spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const found = child.pid === undefined ? null : await identify(child.pid);
  if (found === null) throw new Error('It does not run.');
  engine = found;
});
afterEach(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
});

const hold = { hold: () => freezeProcesses([engine]), isHeld: () => isStopped(engine.pid) };
const held = (work: () => Promise<void>) => whileHeld({ processes: [engine] }, hold, work);

it('holds an engine as long as the work takes', async () => {
  await held(async () => {
    expect(await isStopped(engine.pid)).toBe(true);
  });
  expect(await isStopped(engine.pid)).toBe(false);
});

it('releases it after work that fails', async () => {
  await expect(held(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await isStopped(engine.pid)).toBe(false);
});

it('takes no copy of an engine that somebody else let go on', async () => {
  const work = async (): Promise<void> => {
    await signalProcess(engine, 'SIGCONT');
    await expect.poll(() => isStopped(engine.pid), { interval: 5 }).toBe(false);
  };
  await expect(held(work)).rejects.toMatchObject({ fault: 'transient', message: 'The engine went on while its data was copied.' });
});
