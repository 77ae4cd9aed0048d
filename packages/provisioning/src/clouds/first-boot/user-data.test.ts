import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SolutionSlug, solutionSlugs, solutions } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultImages, type ServiceImage } from '../../containers/images.ts';
import { runProgram } from '../../processes/run-program.ts';
import { openTestHome } from '../../testing/test-driver.ts';
import { filesOf } from '../../testing/user-data.ts';
import { USER_DATA_MAX_BYTES, writeCloudConfig } from './cloud-config.ts';
import { firstSecretOf, machineEngines, reasonAgainstMachine } from './machine-engines.ts';
import { type FirstBoot, writeUserData } from './user-data.ts';

const run = promisify(execFile);
const PASSWORD = 'a password of the test';
const image: ServiceImage = {
  ...{ image: `docker.io/library/postgres@sha256:${'0123456789abcdef'.repeat(4)}`, version: '18.6', uid: 999, data: '/var/lib/postgresql' },
};
const salt = Buffer.alloc(16, 7);
const engines = solutionSlugs.filter((slug) => machineEngines[slug] !== undefined);

const boot = async (solution: SolutionSlug, changes: Partial<FirstBoot> = {}): Promise<FirstBoot> => ({
  ...{ solution, image, user: solutions[solution].defaultUser ?? '' },
  verifier: await firstSecretOf(solution, { user: '', password: PASSWORD }, salt),
  device: '/dev/disk/by-id/scsi-0DO_Volume_notafter-0198c5a0-0000-7000-8000-000000000001-data',
  bootstrap: {
    ...{ url: 'https://notafter.example.com/v1/machines/pg-7f3a91c2', token: 'token-of-the-test' },
    authority: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  },
  ...changes,
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-boot-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the first boot of a machine', () => {
  it.each(engines)('of %s is this text, the same each time', async (solution) => {
    const written = writeUserData(await boot(solution));
    expect(written).toBe(writeUserData(await boot(solution)));
    expect(written).not.toMatch(/PRIVATE KEY|a password/);
    await expect(written).toMatchFileSnapshot(`${solution}.golden.txt`);
  });

  it.each(engines)('of %s is not longer than every cloud takes, with a chain of two certificates as CA', async (solution) => {
    const chain = Array.from(
      { length: 2 },
      () => `-----BEGIN CERTIFICATE-----\n${`${'A'.repeat(64)}\n`.repeat(12)}-----END CERTIFICATE-----\n`,
    );
    const { bootstrap } = await boot(solution);
    const written = writeUserData(await boot(solution, { bootstrap: { ...bootstrap, authority: chain.join('') } }));
    expect(Buffer.byteLength(written)).toBeLessThan(USER_DATA_MAX_BYTES);
  });

  it('is refused if it is longer', () => {
    const huge = [{ path: '/x', text: 'x'.repeat(17_000), mode: 0o600, uid: 0 }];
    expect(() => writeCloudConfig({ signIn: 'none', packages: [], files: huge, commands: [] })).toThrow(
      /takes 17\d{3} bytes, and clouds take 16384/,
    );
  });

  it.each(engines)('of %s has scripts that a shell reads', async (solution) => {
    const files = filesOf(writeUserData(await boot(solution)));
    const scripts = [...files].filter(([path]) => path.startsWith('/etc/notafter/bin/'));
    const names = scripts.map(([path]) => path.split('/').at(-1));
    expect(names).toEqual(['volume', 'report', 'installed', 'certificate', 'image', 'engine', 'started', 'ended']);
    for (const [index, [path, { text }]] of scripts.entries()) {
      const file = join(folder, `${solution}-${index}`);
      await writeFile(file, text);
      if (path.endsWith('/report')) await run('python3', ['-m', 'py_compile', file]);
      else await run('sh', ['-n', file]);
    }
  });

  it('starts an engine with the names that people chose, whatever is in them', async () => {
    const user = `o'neil "$(reboot)" \`id\``;
    const engine = filesOf(writeUserData(await boot('postgres', { user }))).get('/etc/notafter/bin/engine')?.text ?? '';
    const shown = await run('sh', ['-c', `docker() { printf '%s\\n' "$@"; }\n${engine.replace('exec docker', 'docker')}`]);
    expect(shown.stdout).toContain(`POSTGRES_USER=${user}`);
  });

  it('starts the engine with the settings of the size that the machine has', async () => {
    const engine = filesOf(writeUserData(await boot('postgres'))).get('/etc/notafter/bin/engine')?.text ?? '';
    const bufferOf = async (memoryMib: number): Promise<string | undefined> => {
      const script = engine.replace(/^memory=.*$/m, `memory=${memoryMib}`).replace('exec docker', 'echo docker');
      return /shared_buffers=(\d+MB)/.exec((await run('sh', ['-c', script])).stdout)?.[1];
    };
    expect(await Promise.all([3900, 15_900, 64_200, 128_700].map(bufferOf))).toEqual(['1024MB', '4096MB', '16384MB', '32768MB']);
  });

  it.each(engines)('of %s opens the ports of the solution only, and has no way to sign in', async (solution) => {
    const written = writeUserData(await boot(solution));
    const ports = solutions[solution].ports.map(({ port }) => port).join(', ');
    const rules = filesOf(written).get('/etc/nftables.conf')?.text;
    expect(rules).toContain('policy drop;');
    expect(rules).toContain(`tcp dport { ${ports} } accept`);
    expect(written).toMatch(
      /^users:\n- name: notafter\n {2}system: true\n {2}lock_passwd: true\n {2}shell: \/usr\/sbin\/nologin\npackage/m,
    );
    expect(written).toContain('systemctl mask ssh.service ssh.socket');
  });

  it('is refused without an image by digest', () => {
    expect(reasonAgainstMachine('postgres', image)).toBeNull();
    expect(reasonAgainstMachine('postgres', defaultImages.postgres)).toContain('digest');
    expect(reasonAgainstMachine('postgres', undefined)).toContain('SERVICES_IMAGES');
  });

  it('says why for each solution that has none', async () => {
    const reasons = solutionSlugs.flatMap((slug) => {
      const reason = reasonAgainstMachine(slug, image);
      return reason === null ? [] : [`${slug}: ${reason}`];
    });
    expect(reasons).toEqual([
      'clickhouse: It was not tried with a real engine.',
      "influxdbv1: InfluxDB 1 takes its first password as it is, and the machine's metadata would show it.",
      "influxdbv2: InfluxDB 2 takes its first password as it is, and the machine's metadata would show it.",
      "grafana: Grafana takes its first password as it is, and the machine's metadata would show it.",
      'superset: It speaks no TLS by itself, and needs another database.',
      'loki: It has no sign-in.',
      'questdb: It speaks TLS in its Enterprise edition only.',
      'metabase: Its first user has to be created over HTTP, before it is protected.',
    ]);
    await expect(firstSecretOf('grafana', { user: 'admin', password: PASSWORD }, salt)).rejects.toThrow('Grafana takes');
    await expect(boot('postgres', { solution: 'loki' }).then(writeUserData)).rejects.toThrow('It has no sign-in.');
  });

  it('has another verifier for another salt, and takes no other length', async () => {
    const credentials = { user: 'root', password: PASSWORD };
    for (const solution of engines) {
      const [first, second] = await Promise.all([salt, Buffer.alloc(16, 8)].map((one) => firstSecretOf(solution, credentials, one)));
      expect(first).not.toBe(second);
    }
    await expect(firstSecretOf('postgres', credentials, Buffer.alloc(15))).rejects.toThrow('16 bytes');
  });

  it('has the hash of the engine that the image has', async () => {
    const mysql = writeUserData(await boot('mysql'));
    expect(mysql).toContain('IDENTIFIED WITH caching_sha2_password AS 0x24412430303524');
    expect(mysql).not.toContain('BY PASSWORD');
    const mariadb = writeUserData(await boot('mysql', { image: { ...image, version: 'MariaDB 11.8' } }));
    expect(mariadb).toMatch(/IDENTIFIED BY PASSWORD '\*[0-9A-F]{40}'/);
    expect(mariadb).not.toContain('caching_sha2');
  });
});

it('gives PostgreSQL a first user by a verifier, as the entry point of its image does', async () => {
  const home = await openTestHome(folder);
  const [programs] = home.postgres;
  if (programs === undefined) throw new Error('The embedded PostgreSQL is always there.');
  const data = join(home.path, 'verifier-test');
  const { verifier, user } = await boot('postgres');
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
