import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { solutionSlugs, solutions } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultImages, type ServiceImage } from '../../containers/images.ts';
import { scramVerifier } from '../../engines/postgres/scram.ts';
import { runProgram } from '../../processes/run-program.ts';
import { openTestHome } from '../../testing/test-driver.ts';
import { writeCloudConfig } from './cloud-config.ts';
import { type FirstBoot, machineEngines, reasonAgainstMachine, writeUserData } from './user-data.ts';

const run = promisify(execFile);
const PASSWORD = 'a password of the test';
const image: ServiceImage = {
  ...{ image: `docker.io/library/postgres@sha256:${'0123456789abcdef'.repeat(4)}`, version: '18.6', uid: 999, data: '/var/lib/postgresql' },
};
const boot = async (changes: Partial<FirstBoot> = {}): Promise<FirstBoot> => ({
  ...{ solution: 'postgres', image, user: 'pgadmin', verifier: await scramVerifier(PASSWORD, Buffer.alloc(16, 7)) },
  device: '/dev/disk/by-id/scsi-0DO_Volume_notafter-0198c5a0-0000-7000-8000-000000000001-data',
  bootstrap: {
    ...{ url: 'https://notafter.example.com/v1/machines/pg-7f3a91c2', token: 'token-of-the-test' },
    authority: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  },
  ...changes,
});

/** The files that cloud-init writes. */
const filesOf = (config: string): ReadonlyMap<string, string> => {
  const files = [...config.matchAll(/^ {2}- path: "(.*)"\n {4}permissions: '\d{4}'\n {4}content: \|2\n((?: {6}.*\n|\n)*)/gm)];
  return new Map(files.map(([, path = '', content = '']) => [path, content.replace(/^ {6}/gm, '')]));
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-boot-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the first boot of a machine', () => {
  it('is this text, the same each time', async () => {
    const written = writeUserData(await boot());
    expect(written).toBe(writeUserData(await boot()));
    await expect(written).toMatchFileSnapshot('postgres.golden.txt');
  });

  it('has neither the password nor a key, and is not longer than every cloud takes', async () => {
    const chain = Array.from(
      { length: 2 },
      () => `-----BEGIN CERTIFICATE-----\n${`${'A'.repeat(64)}\n`.repeat(12)}-----END CERTIFICATE-----\n`,
    );
    const { bootstrap } = await boot();
    const written = writeUserData(await boot({ bootstrap: { ...bootstrap, authority: chain.join('') } }));
    expect(written).not.toMatch(/PRIVATE KEY|a password/);
    expect(Buffer.byteLength(written)).toBeLessThan(15_000);
    const huge = [{ path: '/x', text: 'x'.repeat(17_000), mode: 0o600, uid: 0 }];
    expect(() => writeCloudConfig({ packages: [], files: huge, commands: [] })).toThrow(/takes 17\d{3} bytes, and clouds take 16384/);
  });

  it('has scripts that a shell reads, whatever people chose as names', async () => {
    const files = filesOf(writeUserData(await boot({ user: `o'neil "$(reboot)" \`id\`` })));
    const scripts = [...files].filter(([path]) => path.startsWith('/etc/notafter/bin/'));
    const names = scripts.map(([path]) => path.split('/').at(-1));
    expect(names).toEqual(['volume', 'report', 'installed', 'certificate', 'image', 'engine', 'started', 'ended']);
    for (const [index, [path, script]] of scripts.entries()) {
      const file = join(folder, `script-${index}`);
      await writeFile(file, script);
      if (path.endsWith('/report')) await run('python3', ['-m', 'py_compile', file]);
      else await run('sh', ['-n', file]);
    }
    const [, engine = ''] = scripts.find(([path]) => path.endsWith('/engine')) ?? [];
    const shown = await run('sh', ['-c', `docker() { printf '%s\\n' "$@"; }\n${engine.replace('exec docker', 'docker')}`]);
    expect(shown.stdout).toContain(`POSTGRES_USER=o'neil "$(reboot)" \`id\``);
  });

  it('starts the engine with the settings of the size that the machine has', async () => {
    const engine = filesOf(writeUserData(await boot())).get('/etc/notafter/bin/engine') ?? '';
    const bufferOf = async (memoryMib: number): Promise<string | undefined> => {
      const script = engine.replace(/^memory=.*$/m, `memory=${memoryMib}`).replace('exec docker', 'echo docker');
      return /shared_buffers=(\d+MB)/.exec((await run('sh', ['-c', script])).stdout)?.[1];
    };
    expect(await Promise.all([3900, 15_900, 64_200, 128_700].map(bufferOf))).toEqual(['1024MB', '4096MB', '16384MB', '32768MB']);
  });

  it('opens the ports of the solution only, and has no way to sign in', async () => {
    const written = writeUserData(await boot());
    expect(filesOf(written).get('/etc/nftables.conf')).toMatch(/policy drop;[\s\S]*lo accept[\s\S]*tcp dport \{ 5432 \} accept/);
    expect(written).toMatch(
      /^users:\n- name: notafter\n {2}system: true\n {2}lock_passwd: true\n {2}shell: \/usr\/sbin\/nologin\npackage/m,
    );
    expect(written).toContain('systemctl mask ssh.service ssh.socket');
    for (const [solution, engine] of Object.entries(machineEngines)) {
      const { ports } = solutions[solutionSlugs.find((slug) => slug === solution) ?? 'postgres'];
      expect(engine.recipe.insidePorts).toEqual(Object.fromEntries(ports.map(({ name, port }) => [name, port])));
    }
  });

  it('is refused without an image by digest, and for engines whose first password would be shown', () => {
    expect(reasonAgainstMachine('postgres', image)).toBeNull();
    expect(reasonAgainstMachine('postgres', defaultImages.postgres)).toContain('digest');
    expect(reasonAgainstMachine('postgres', undefined)).toContain('SERVICES_IMAGES');
    expect(reasonAgainstMachine('rabbitmq', image)).toContain('first password');
  });
});

it('gives PostgreSQL a first user by a verifier, as the entry point of its image does', async () => {
  const home = await openTestHome(folder);
  const [programs] = home.postgres;
  if (programs === undefined) throw new Error('The embedded PostgreSQL is always there.');
  const data = join(home.path, 'verifier-test');
  const { verifier, user } = await boot();
  await mkdir(data, { recursive: true });
  await run('chown', [String(home.account.uid), data]);
  const place = { account: home.account, directory: data };
  const { signal } = new AbortController();
  const pwfile = join(folder, 'password');
  await writeFile(pwfile, `${verifier}\n`, { mode: 0o644 });
  await runProgram({ program: programs.initdb, args: [`--pgdata=${data}`, `--username=${user}`, `--pwfile=${pwfile}`] }, place, signal);
  const statement = `SELECT rolpassword FROM pg_authid WHERE rolname = '${user}';\n`;
  const shown = await runProgram({ program: programs.postgres, args: ['--single', '-D', data, 'postgres'] }, place, signal, statement);
  expect(shown).toContain(verifier);
});
