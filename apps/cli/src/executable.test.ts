import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTlsFarm } from '@notafter/tls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from './testing/run-notafter.ts';
import { makeScratchFolder } from './testing/scratch-folder.ts';
import { version } from './version.ts';

const run = promisify(execFile);
const scratch = makeScratchFolder();
const executable = scratch.path('notafter');
// Neither a Node to find nor options that it would refuse to start with.
const env = { PATH: scratch.path('.'), NODE_ENV: 'test', NODE_OPTIONS: '--no-such-option' } as const;
const notafter = (...args: readonly string[]) => run(executable, args, { cwd: scratch.path('.'), env });

describe('the executable', () => {
  beforeAll(() => run(process.execPath, [resolve(import.meta.dirname, '../../../scripts/build-executable.ts'), executable]));
  afterAll(() => scratch.remove());

  it('runs on a machine without Node, with its code compiled and nothing on stderr', async () =>
    expect(await notafter('--version')).toEqual({ stdout: `notafter ${version}\n`, stderr: '' }));

  it('checks and scans a server', async () => {
    const farm = await startTlsFarm();
    const target = [`a.test:${farm.port}`, '--connect', '127.0.0.1', '--ca', scratch.write('ca.pem', farm.ca), '--json', ...patient];
    const checked = await notafter('check', ...target);
    const scanned = await notafter('scan', ...target);
    await farm.close();
    expect(JSON.parse(checked.stdout)).toMatchObject({ verdict: 'valid' });
    expect(JSON.parse(scanned.stdout)).toMatchObject({ certificate: { subject_common_name: 'a.test' } });
    expect(checked.stderr + scanned.stderr).toBe('');
  });
});
