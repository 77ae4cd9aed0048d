import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTlsFarm } from '@notafter/tls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratchFolder } from './testing/scratch-folder.ts';

const run = promisify(execFile);
const app = resolve(import.meta.dirname, '..');
// Outside the workspace, so its packages cannot be resolved.
const scratch = makeScratchFolder();
const bundle = scratch.path('dist/notafter.cjs');

describe('the published package', () => {
  beforeAll(async () => {
    await run(process.execPath, [join(app, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', scratch.path('dist')], { cwd: app });
  });
  afterAll(() => scratch.remove());

  it('is one file that needs only Node', () => {
    expect(readdirSync(scratch.path('dist'))).toEqual(['notafter.cjs']);
    const text = readFileSync(bundle, 'utf8');
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
    // Not those inside of a text: ajv has the code in texts that it would write into a file.
    const imported = [...text.matchAll(/(?<!["'`])\b(?:require|import)\(["']([^"']+)["']\)/g)].map(([, name = '']) => name);
    expect(imported.length).toBeGreaterThan(5);
    expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual([]);
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
    const args = ['check', `a.test:${farm.port}`, '--connect', '127.0.0.1', '--ca', ca, '--json'];
    const checked = await run(process.execPath, [bundle, ...args]);
    const verified = await run(process.execPath, [bundle, 'verify', chain, '--ca', ca, '--host', 'a.test', '--json']);
    await farm.close();
    for (const { stdout } of [checked, verified]) expect(JSON.parse(stdout)).toMatchObject({ verdict: 'valid' });
  });
});
