import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { servicePlan, solutionSlugs, solutions } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultImages } from '../containers/images.ts';
import { containerRecipes } from '../local/recipes.ts';
import type { ServiceExport } from './service-export.ts';
import { writeExport } from './write-export.ts';

const PASSWORD = 'a $secret of the test';
const certificate = { certificate: 'CERTIFICATE\n', key: 'PRIVATE KEY\n', authority: 'AUTHORITY\n' };
const offered = solutionSlugs.filter((slug) => containerRecipes[slug] !== undefined);

const exported = (solution: ServiceExport['solution'], changes: Partial<ServiceExport> = {}): ServiceExport => {
  const image = defaultImages[solution] ?? { image: 'none', version: '1', uid: 999, data: '/data' };
  return {
    ...{ solution, name: `${solutions[solution].prefix}-7f3a91c2`, image, size: servicePlan('hobbyist'), host: 'db.example.com' },
    ...{ ports: solutions[solution].ports, credentials: { user: solutions[solution].defaultUser ?? '', password: PASSWORD }, certificate },
    ...changes,
  };
};

const textOf = (files: ReturnType<typeof writeExport>, path: string): string => files.find((file) => file.path === path)?.text ?? '';

describe.each(offered)('the export of %s', (solution) => {
  const files = writeExport(exported(solution));

  it('has the password and the key in secret files only', () => {
    const secret = files.filter((file) => file.isSecret);
    expect(secret.some(({ text }) => text.includes('PRIVATE KEY'))).toBe(true);
    const open = files.filter((file) => !file.isSecret);
    expect(JSON.stringify(open)).not.toMatch(/PRIVATE KEY|secret of the test/);
    for (const { path } of secret) expect(textOf(files, 'README.md')).toContain(`| ${path} | **secret**`);
  });

  it('has a Compose file, user data and a script that is this text', async () => {
    const text = ['compose.yaml', 'prepare.sh', 'README.md'].map((path) => `==== ${path}\n${textOf(files, path)}`).join('\n');
    await expect(text).toMatchFileSnapshot(`${solution}.golden.txt`);
    await expect(textOf(files, 'cloud-init.yaml')).toMatchFileSnapshot(`${solution}.cloud-init.golden.txt`);
  });

  it('has a script that a shell reads', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'notafter-export-'));
    await writeFile(join(folder, 'prepare.sh'), textOf(files, 'prepare.sh'));
    execFileSync('sh', ['-n', join(folder, 'prepare.sh')]);
    await rm(folder, { recursive: true });
  });
});

it('keeps a dollar sign from being a variable of Compose', () => {
  const compose = textOf(writeExport(exported('postgres', { credentials: { user: 'me$HOME', password: PASSWORD } })), 'compose.yaml');
  expect(compose).toContain('POSTGRES_USER: "me$$HOME"');
});

it('has no key of a machine, and a script that makes another one', () => {
  const files = writeExport(exported('postgres', { certificate: null, host: '203.0.113.7' }));
  expect(files.filter(({ path }) => path.startsWith('files/tls'))).toEqual([]);
  expect(textOf(files, 'prepare.sh')).toContain('subjectAltName=IP:203.0.113.7');
  expect(textOf(files, 'README.md')).toContain('The key of the present machine never leaves it.');
});

describe('the script of an export', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notafter-export-'));
    const wanted = exported('postgres', { certificate: null, host: '203.0.113.7' });
    for (const { path, text, mode } of writeExport(wanted)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text, { mode });
    }
    // Only root can give files away.
    await mkdir(join(folder, 'programs'));
    await writeFile(join(folder, 'programs/chown'), '#!/bin/sh\n', { mode: 0o755 });
    await mkdir(join(folder, 'archived/base'), { recursive: true });
    for (const name of ['PG_VERSION', 'backup_manifest', 'base/1']) await writeFile(join(folder, 'archived', name), name);
    run('tar', '-cf', join(folder, 'data.tar'), '-C', join(folder, 'archived'), '.');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (program: string, ...args: readonly string[]): string => {
    const env = { ...process.env, PATH: `${join(folder, 'programs')}:${process.env.PATH ?? ''}` };
    return execFileSync(program, args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' });
  };

  it('makes a key and a certificate for the name that clients connect to, once', async () => {
    run('./prepare.sh');
    const made = await readFile(join(folder, 'files/tls/server.key'), 'utf8');
    run('./prepare.sh');
    expect(await readFile(join(folder, 'files/tls/server.key'), 'utf8')).toBe(made);
    expect((await stat(join(folder, 'files/tls/server.key'))).mode & 0o777).toBe(0o600);
    const verified = ['-verify_ip', '203.0.113.7', '-CAfile', 'files/tls/ca.crt', 'files/tls/server.crt'];
    expect(run('openssl', 'verify', ...verified)).toContain('OK');
  });

  it('puts the data of a backup where the image looks for it, without the manifest and what an interrupted run left', async () => {
    await mkdir(join(folder, 'data.new/18/docker'), { recursive: true });
    await writeFile(join(folder, 'data.new/18/docker/left'), '');
    run('./prepare.sh', 'data.tar');
    expect((await readdir(join(folder, 'data/18/docker'), { recursive: true })).toSorted()).toEqual(['PG_VERSION', 'base', 'base/1']);
  });

  it('leaves data that is there alone, and nothing of a backup that can not be read', async () => {
    await writeFile(join(folder, 'broken.tar'), 'not an archive');
    expect(() => run('./prepare.sh', 'broken.tar')).toThrow();
    await expect(stat(join(folder, 'data'))).rejects.toThrow('ENOENT');
    run('./prepare.sh', 'data.tar');
    expect(() => run('./prepare.sh', 'data.tar')).toThrow('There is a folder "data" already');
  });

  it('names a secret file that was not copied', async () => {
    await rm(join(folder, 'files/password'));
    expect(() => run('./prepare.sh')).toThrow('files/password is missing.');
  });
});

it('is refused for a solution without a recipe, with the reason', () => {
  expect(() => writeExport(exported('loki'))).toThrow('It has no sign-in.');
});
