import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { identify } from './process-table.ts';

const children: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Its first thread ends once the second one runs, as in an engine that shuts down. */
const program = `
import ctypes, threading, time
threading.Thread(target=lambda: (print('up', flush=True), time.sleep(600))).start()
ctypes.CDLL(None).pthread_exit(None)
`;

it('counts a process as running while one of its threads does, although its first one has ended', async () => {
  const child = spawn(process.env.PYTHON_PATH ?? 'python3', ['-c', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  const pid = Number(child.pid);
  await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
  expect(await identify(pid)).toMatchObject({ pid });
});
