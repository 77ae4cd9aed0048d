import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTlsFarm } from '@notafter/tls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { startStandInServer } from './testing/stand-in-server.ts';

const run = promisify(execFile);
const app = resolve(import.meta.dirname, '..');
// Outside the workspace: the packages of the workspace cannot be resolved.
const installed = mkdtempSync(join(tmpdir(), 'notafter-collector-package-'));
const program = join(installed, 'dist/notafter-collector.cjs');

describe('the published package', () => {
  beforeAll(async () => {
    await run(process.execPath, [join(app, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', join(installed, 'dist')], { cwd: app });
  });
  afterAll(() => rmSync(installed, { recursive: true, force: true }));

  it('is one file that needs only Node and its dependencies', () => {
    expect(readdirSync(join(installed, 'dist'))).toEqual(['notafter-collector.cjs']);
    const text = readFileSync(program, 'utf8');
    expect(text).toMatch(/^#!\/usr\/bin\/env node\n/);
    const imported = new Set([...text.matchAll(/(?<!["'`])\b(?:require|import)\(["']([^"']+)["']\)/g)].map(([, name = '']) => name));
    const packages = [...imported]
      .filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))
      .map((name) => name.split('/')[0] ?? '');
    expect(new Set(packages)).toEqual(new Set(Object.keys(packageJson.dependencies)));
  });

  it('enrolls, scans and sends as it is installed', async () => {
    symlinkSync(join(app, 'node_modules'), join(installed, 'node_modules'));
    const [farm, server] = await Promise.all([startTlsFarm(), startStandInServer()]);
    const config = join(installed, 'collector.yaml');
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
    writeFileSync(join(installed, 'leaf.pem'), farm.certificateOf('b.test').pem);
    const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test' } as const;
    await run(process.execPath, [program, 'enroll', server.token, '--config', config], { env });
    await run(process.execPath, [program, 'run', '--once', '--config', config], { env });
    expect(server.endpoints.get(target)).toMatchObject([{ address: '127.0.0.1', protocol: 'TLSv1.3' }]);
    expect(server.stored.get(2)?.files).toMatchObject([{ path: join(installed, 'leaf.pem'), certificates: [{ role: 'certificate' }] }]);
    expect(server.violations).toEqual([]);
    const { stdout } = await run(process.execPath, [program, '--help'], { env });
    // The launcher of a clone has another name for it. The path of this file decides.
    expect(stdout).toContain('notafter-collector enroll TOKEN');
    await Promise.all([farm.close(), server.close()]);
  });
});
