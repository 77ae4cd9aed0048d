import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { startMisconfiguredServer, startTlsFarm } from '@notafter/tls/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { finished, patient, startNotafter } from '../testing/run-notafter.ts';
import { makeScratchFolder } from '../testing/scratch-folder.ts';

const scratch = makeScratchFolder();
const farm = await startTlsFarm();
const silent = await startMisconfiguredServer('silent');
const ca = scratch.write('ca.pem', farm.ca);
afterAll(async () => {
  scratch.remove();
  await Promise.all([farm.close(), silent.close()]);
});

const local = ['check', '--json', '--connect', '127.0.0.1', '--ca', ca, ...patient];

describe('an interrupted run', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s prints finished results, also those after a slow one, and reports its progress', async (signal, code) => {
    const name = `${signal.toLowerCase()}.test`;
    const child = startNotafter(local);
    const done = finished(child);
    // The first never answers; the second finishes before it.
    child.stdin.write(`tarpit.test:${silent.port}\n${name}:${farm.port}\n`);
    await expect.poll(() => farm.checksOf(name)).toBeGreaterThan(0);
    child.kill(signal);
    const { stdout, stderr, code: exit } = await done;
    expect(exit).toBe(code);
    expect(JSON.parse(stdout)).toMatchObject({ target: { host: name }, verdict: 'valid' });
    expect(stderr).toBe('notafter: interrupted after 1 of an unknown number of targets\n');
  });

  it('by a closed pipe ends quietly', async () => {
    const child = startNotafter(local);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.stdin.on('error', () => undefined);
    child.stdin.write(`one.test:${farm.port}\n`);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.end(Array.from({ length: 200 }, (_, index) => `more-${index}.test:${farm.port}`).join('\n'));
    const [code] = await once(child, 'exit');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it.runIf(existsSync('/dev/full'))('by a full disk reports the error', async () => {
    const disk = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), '--help'], { stdio: ['ignore', disk, 'pipe'] });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    const [code] = await once(child, 'close');
    closeSync(disk);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('cannot write output: ENOSPC') });
  });
});
