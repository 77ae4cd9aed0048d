import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTlsFarm } from '@notafter/tls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packNpm } from '../../../scripts/package/pack-npm.ts';
import { patient } from './testing/run-notafter.ts';
import { makeScratchFolder } from './testing/scratch-folder.ts';
import { version } from './version.ts';

const run = promisify(execFile);
// Outside the workspace, so its packages cannot be resolved.
const scratch = makeScratchFolder();
const installed = scratch.path('node_modules/@notafter/cli');
const bundle = join(installed, 'dist/notafter.cjs');
const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test', HOME: scratch.path('.') } as const;

describe('the published package', () => {
  beforeAll(async () => {
    const packed = await packNpm('apps/cli', scratch.path('.'));
    scratch.write('package.json', '{}');
    await run('npm', ['install', '--offline', '--silent', packed], { cwd: scratch.path('.'), env });
  });
  afterAll(() => scratch.remove());

  it('is one file that needs only Node', () => {
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(readdirSync(join(installed, 'dist'))).toEqual(['notafter.cjs']);
    expect(readdirSync(scratch.path('node_modules')).sort()).toEqual(['.bin', '.package-lock.json', '@notafter']);
    const text = readFileSync(bundle, 'utf8');
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
    // Not those inside of a text: ajv has the code in texts that it would write into a file.
    const imported = [...text.matchAll(/(?<!["'`])\b(?:require|import)\(["']([^"']+)["']\)/g)].map(([, name = '']) => name);
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual([]);
  });

  it('is installed as the command notafter', async () => {
    const { stdout } = await run(process.execPath, [scratch.path('node_modules/.bin/notafter'), '--version']);
    expect(stdout).toBe(`notafter ${version}\n`);
  });

  it('names the Node that it needs in an older one', async () => {
    const old = scratch.write(
      'old.cjs',
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });",
    );
    const failed: unknown = await run(process.execPath, ['--require', old, bundle, 'check', 'a.test']).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      ...{
        code: 3,
        stdout: '',
        stderr: 'notafter: Node 24 or newer is needed, and this is 20.20.2. Install it from https://nodejs.org.\n',
      },
    });
  });

  it('serves an assistant outside the workspace', async () => {
    const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const ended = run(process.execPath, [bundle, 'mcp'], {
      cwd: scratch.path('.'),
      env: { NODE_ENV: 'test', NOTAFTER_URL: 'http://localhost:9', NOTAFTER_TOKEN: 'x' },
    });
    ended.child.stdout?.once('data', () => ended.child.stdin?.end());
    ended.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: opening })}\n`);
    expect(JSON.parse((await ended).stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'notafter' } } });
  });

  it('checks and verifies outside the workspace', async () => {
    const farm = await startTlsFarm();
    const ca = scratch.write('ca.pem', farm.ca);
    const chain = scratch.write('chain.pem', farm.certificateOf('a.test').chainPem);
    const args = ['check', `a.test:${farm.port}`, '--connect', '127.0.0.1', '--ca', ca, '--json', ...patient];
    const checked = await run(process.execPath, [bundle, ...args]);
    const verified = await run(process.execPath, [bundle, 'verify', chain, '--ca', ca, '--host', 'a.test', '--json']);
    await farm.close();
    for (const { stdout } of [checked, verified]) expect(JSON.parse(stdout)).toMatchObject({ verdict: 'valid' });
  });
});
