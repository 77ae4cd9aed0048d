import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTlsFarm } from '@notafter/tls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packNpm } from '../../../scripts/package/pack-npm.ts';
import { startStandInServer } from './testing/stand-in-server.ts';
import { version } from './version.ts';

const run = promisify(execFile);
const app = resolve(import.meta.dirname, '..');
// Outside the workspace: the packages of the workspace cannot be resolved.
const folder = mkdtempSync(join(tmpdir(), 'notafter-collector-package-'));
const installed = join(folder, 'node_modules/@notafter/collector');
const command = join(folder, 'node_modules/.bin/notafter-collector');
const config = join(folder, 'collector.yaml');
const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test', HOME: folder } as const;
const inFolder = (program: string, ...args: readonly string[]) => run(program, args, { cwd: folder, env });
const collector = (...args: readonly string[]) => inFolder(process.execPath, command, ...args);

/** The registry's part: packages as the workspace has them. */
const packInstalled = async (path: string): Promise<string> => {
  const { stdout } = await inFolder('npm', 'pack', realpathSync(path), '--silent', '--ignore-scripts');
  return `./${stdout.trim()}`;
};

describe('the published package', () => {
  beforeAll(async () => {
    const sqlite = realpathSync(join(app, 'node_modules/better-sqlite3'));
    const packed = await packNpm('apps/collector', folder);
    const needed = [await packInstalled(sqlite), await packInstalled(join(dirname(sqlite), 'node-addon-api'))];
    writeFileSync(join(folder, 'package.json'), '{}');
    await inFolder('npm', 'install', '--offline', '--silent', packed, ...needed);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is one file that needs only Node and SQLite, which is native', () => {
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(readdirSync(join(installed, 'dist'))).toEqual(['notafter-collector.cjs']);
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      ...['@notafter', 'better-sqlite3', 'node-addon-api'],
    ]);
    const { dependencies, ...manifest } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(dependencies).toEqual({ 'better-sqlite3': expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(manifest).not.toHaveProperty('devDependencies');
    const text = readFileSync(join(installed, 'dist/notafter-collector.cjs'), 'utf8');
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
    const imported = new Set([...text.matchAll(/(?<!["'`])\b(?:require|import)\(["']([^"']+)["']\)/g)].map(([, name = '']) => name));
    expect([...imported].filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual(Object.keys(dependencies));
  });

  it('is installed as the command notafter-collector', async () => {
    expect((await collector('--version')).stdout).toBe(`notafter collector ${version}\n`);
    // The launcher of a clone has another name for it. The path of this file decides.
    expect((await collector('--help')).stdout).toContain('notafter-collector enroll TOKEN');
  });

  it('names the Node that it needs in an older one', async () => {
    const old = join(folder, 'old.cjs');
    writeFileSync(old, "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });");
    await expect(inFolder(process.execPath, '--require', old, command, '--version')).rejects.toMatchObject({
      ...{ code: 3, stdout: '', stderr: expect.stringContaining('Node 24 or newer is needed, and this is 20.20.2.') },
    });
  });

  it('refuses a token that is not whole', async () => {
    writeFileSync(config, '{}');
    await expect(collector('enroll', 'nac_half', '--config', config)).rejects.toMatchObject({
      ...{ code: 3, stdout: '', stderr: expect.stringContaining('This is not a whole token.') },
    });
  });

  it('enrolls, scans and sends', async () => {
    const [farm, server] = await Promise.all([startTlsFarm(), startStandInServer()]);
    const target = `a.test:${farm.port}?address=127.0.0.1`;
    writeFileSync(
      config,
      JSON.stringify({
        allow: { networks: ['127.0.0.1'], ports: [farm.port] },
        targets: [target],
        files: [{ pattern: 'leaf.pem' }],
        dataDir: 'data',
      }),
    );
    writeFileSync(join(folder, 'leaf.pem'), farm.certificateOf('b.test').pem);
    await collector('enroll', server.token, '--config', config);
    await collector('run', '--once', '--config', config);
    expect(server.endpoints.get(target)).toMatchObject([{ address: '127.0.0.1', protocol: 'TLSv1.3' }]);
    expect(server.stored.get(2)?.files).toMatchObject([{ path: join(folder, 'leaf.pem'), certificates: [{ role: 'certificate' }] }]);
    expect(server.violations).toEqual([]);
    await Promise.all([farm.close(), server.close()]);
  });
});
