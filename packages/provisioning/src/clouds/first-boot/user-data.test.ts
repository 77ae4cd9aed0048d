import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { solutionSlugs, solutions } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultImages, type ServiceImage } from '../../containers/images.ts';
import { scramVerifier } from '../../engines/postgres/scram.ts';
import { runProgram } from '../../processes/run-program.ts';
import { makeAuthority } from '../../testing/running-service.ts';
import { openTestHome } from '../../testing/test-driver.ts';
import { writeCloudConfig } from './cloud-config.ts';
import { certificateScript } from './machine-scripts.ts';
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
    ...{ url: 'https://notafter.example.com/v1/services/pg-7f3a91c2/certificate', token: 'token-of-the-test' },
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
    expect(Buffer.byteLength(written)).toBeLessThan(12_000);
    const huge = [{ path: '/x', text: 'x'.repeat(17_000), mode: 0o600, uid: 0 }];
    expect(() => writeCloudConfig({ packages: [], files: huge, commands: [] })).toThrow(/takes 17\d{3} bytes, and clouds take 16384/);
  });

  it('has scripts that a shell reads, whatever people chose as names', async () => {
    const files = filesOf(writeUserData(await boot({ user: `o'neil "$(reboot)" \`id\`` })));
    const scripts = [...files].filter(([path]) => path.startsWith('/etc/notafter/bin/'));
    expect(scripts.map(([path]) => path.split('/').at(-1))).toEqual(['volume', 'certificate', 'engine']);
    for (const [index, [, script]] of scripts.entries()) {
      const file = join(folder, `script-${index}`);
      await writeFile(file, script);
      await run('sh', ['-n', file]);
    }
    const [, , [, engine = ''] = []] = scripts;
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

describe('the key of a machine', () => {
  const openssl = async (...args: string[]): Promise<string> => (await run('openssl', args)).stdout;

  const serve = async (answer: (csr: string, count: number) => Promise<string | null>) => {
    const seen: { authorization: string | undefined; csr: string }[] = [];
    const server = createServer(async (request, response) => {
      const csr = await text(request);
      seen.push({ authorization: request.headers.authorization, csr });
      const certificate = await answer(csr, seen.length);
      response.writeHead(certificate === null ? 503 : 200).end(certificate ?? 'The address of the machine is not known yet.');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { seen, url: `http://127.0.0.1:${port}/certificate`, close: () => server.close() };
  };

  const machine = async (name: string, url: string) => {
    const root = join(folder, name);
    await mkdir(join(root, 'tls'), { recursive: true });
    const authority = await makeAuthority();
    await writeFile(join(root, 'tls/ca.crt'), authority.certificate);
    await writeFile(join(root, 'bootstrap-token'), 'authorization: Bearer token-of-the-test\n');
    const uid = process.getuid?.() ?? 0;
    const script = certificateScript(url, uid, `echo reloaded >> ${root}/reloads`)
      .replaceAll('/etc/notafter', root)
      .replace('sleep 10', 'sleep 0.01');
    const sign = async (csr: string, days: string, by = authority): Promise<string> => {
      const files = { csr: join(root, 'seen.csr'), ca: join(root, 'by.crt'), key: join(root, 'by.key') };
      await writeFile(files.csr, csr);
      await writeFile(files.ca, by.certificate);
      await writeFile(files.key, by.key);
      return openssl('x509', '-req', '-in', files.csr, '-CA', files.ca, '-CAkey', files.key, '-days', days, '-set_serial', '7');
    };
    const read = (file: string): Promise<string | null> => readFile(join(root, file), 'utf8').catch(() => null);
    return { root, sign, read, boot: () => run('sh', ['-c', script], { cwd: root }) };
  };

  it('is made once, never leaves it, and gets a certificate that is asked for until there is one, and again before it ends', async () => {
    let days = '20';
    const server = await serve(async (csr, count) => (count === 1 ? null : made.sign(csr, days)));
    const made = await machine('good', server.url);
    await made.boot();
    expect(server.seen.map(({ authorization }) => authorization)).toEqual(Array(2).fill('Bearer token-of-the-test'));
    expect(server.seen[0]?.csr).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/);
    expect((await stat(join(made.root, 'tls/server.key'))).mode & 0o777).toBe(0o600);
    const key = await made.read('tls/machine.key');
    expect(await openssl('x509', '-noout', '-pubkey', '-in', join(made.root, 'tls/server.crt'))).toBe(
      await openssl('pkey', '-pubout', '-in', join(made.root, 'tls/server.key')),
    );
    // It ends within 30 days, so the next boot renews it with the same key; the one after has nothing to do.
    days = '90';
    await made.boot();
    await made.boot();
    expect(server.seen).toHaveLength(3);
    expect(await made.read('tls/machine.key')).toBe(key);
    expect(await made.read('reloads')).toBe('reloaded\nreloaded\n');
    server.close();
  });

  it('takes no certificate of another CA or of another key', async () => {
    const server = await serve(async (csr, count) => {
      if (count === 1) return made.sign(csr, '90', await makeAuthority());
      await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', join(made.root, 'other.key'));
      return made.sign(await openssl('req', '-new', '-key', join(made.root, 'other.key'), '-subj', '/CN=other'), '90');
    });
    const made = await machine('bad', server.url);
    await expect(made.boot()).rejects.toThrow();
    await expect(made.boot()).rejects.toThrow();
    expect([server.seen.length, await made.read('tls/server.crt'), await made.read('reloads')]).toEqual([2, null, null]);
    server.close();
  });
});
