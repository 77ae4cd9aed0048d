import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeThrowawayDir } from '@notafter/db/testing';
import { builtArchive, type DockerDaemon, startDockerDaemon, systemdOptions } from '@notafter/provisioning/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildDeb } from '../../../scripts/package/build-deb.ts';
import { buildImage } from '../../../scripts/package/build-image.ts';
import { packCollector, stageCollector } from '../../../scripts/package/stage-collector.ts';
import { stageProduct } from '../../../scripts/package/stage-product.ts';
import { cookieOf } from './testing/people.ts';
import { request } from './testing/request.ts';
import { until } from './testing/until.ts';

const run = promisify(execFile);
const images = resolve(import.meta.dirname, '../../../ops/container/images');
const IMAGE = 'notafter-test/notafter';
const COLLECTOR = 'notafter-test/collector';
const READY_MS = 120_000;
const MAX_COMPRESSED_MB = 250;
const MAX_COLLECTOR_MB = 110;
// Tens of thousands of files, each synced by default.
const INSTALL = 'dpkg --force-unsafe-io -i /packages/*.deb';

let daemon: DockerDaemon;
let folder: string;
let product: string;
let booting: string;

const docker = async (...args: readonly string[]): Promise<string> =>
  (await run('docker', ['-H', daemon.host, ...args], { maxBuffer: 16 * 1024 * 1024 })).stdout.trim();

beforeAll(async () => {
  folder = await makeThrowawayDir();
  product = join(folder, 'product');
  await mkdir(join(folder, 'packages'));
  [booting, daemon] = await Promise.all([builtArchive(images, 'build-booting.sh', 'booting'), startDockerDaemon({ withImages: false })]);
  await stageProduct(product);
  await stageCollector(join(folder, 'collector'));
  await docker('network', 'create', 'packages');
  await docker('import', booting, 'booting');
});
afterAll(async () => {
  await daemon?.close();
  await rm(folder, { recursive: true, force: true });
});

const hardened = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'] as const;

/** The purls of a bill of materials in an image. */
const materialsOf = async (image: string, file: string): Promise<readonly string[]> => {
  const text = await docker('run', '--rm', '--network', 'none', '--entrypoint', '/bin/cat', image, file);
  const { bomFormat, components }: { bomFormat: string; components: { purl: string }[] } = JSON.parse(text);
  expect(bomFormat).toBe('CycloneDX');
  return components.map(({ purl }) => purl);
};

describe('the container images', () => {
  /** Megabytes of `docker save | gzip`. */
  const compressedMb = async (image: string): Promise<number> => {
    const saved = spawn('sh', ['-c', 'docker -H "$0" save "$1" | gzip -1 | wc -c', daemon.host, image], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    saved.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
    await once(saved, 'close');
    return Number(text) / 1_000_000;
  };

  /** As a browser at the public address. */
  const call = async (path: string, json?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const url = `http://${await docker('port', 'served', '3000')}${path}`;
    return request(url, {
      headers: { host: 'localhost:3000', origin: 'http://localhost:3000', ...headers },
      ...(json === undefined ? {} : { json }),
    });
  };
  const page = () => call('/', undefined, { accept: 'text/html' });
  /** Reaches the server at its public address. */
  const collector = (...args: readonly string[]): Promise<string> => {
    const places = [`${folder}/etc:/etc/notafter:ro`, 'collector:/var/lib/notafter-collector'].flatMap((place) => ['--volume', place]);
    return docker('run', '--rm', ...hardened, '--network', 'container:served', ...places, COLLECTOR, ...args);
  };

  beforeAll(async () => {
    const shared = { base: join(dirname(booting), 'base.tar'), out: folder, docker: ['-H', daemon.host] };
    await buildImage({ ...shared, product, dockerfile: 'Dockerfile', tag: IMAGE });
    await buildImage({ ...shared, product: join(folder, 'collector'), dockerfile: 'collector.Dockerfile', tag: COLLECTOR });
    const settings = ['PUBLIC_URL=http://localhost:3000', 'DEFAULT_PLAN=Enterprise', 'DEV_AUTO_ACTIVATE=1'].flatMap((one) => [
      '--env',
      one,
    ]);
    const volume = ['--volume', 'notafter:/var/lib/notafter', '--publish', '127.0.0.1::3000'];
    await docker('run', '--detach', '--name', 'served', ...hardened, '--network', 'packages', ...volume, ...settings, IMAGE);
    await until('the first page is served', READY_MS, async () => (await page()).status === 200);
  });

  it('serve the first page without root, capabilities and a writable file system', async () => {
    expect((await page()).text).toContain('<title>');
    expect(Number(await docker('exec', 'served', 'id', '-u'))).toBeGreaterThan(0);
    await expect(docker('exec', 'served', 'touch', '/usr/new')).rejects.toThrow('Read-only file system');
    await docker('exec', 'served', '/usr/lib/notafter/bin/notafter-health');
    expect(await docker('exec', 'served', 'notafter', '--version')).toMatch(/^notafter \d/);
    expect(await docker('exec', 'served', 'notafter', 'backup', '/var/lib/notafter/one.backup')).toContain('Backed up to');
  });

  it('enroll a collector without root, capabilities and a writable file system, once', async () => {
    const account = { email: 'grace@example.com', password: 'a phrase for the first account' };
    await call('/v1/accounts/register', { first_name: 'Grace', last_name: 'Hopper', ...account });
    const cookie = cookieOf(await call('/v1/accounts/login', account));
    const { body } = await call('/v1/collectors', { name: 'Vault network', carried_every_seconds: null }, { cookie });
    const { token } = z.object({ token: z.string() }).parse(body);
    await mkdir(join(folder, 'etc'));
    // Another user than the one who wrote it reads it.
    await writeFile(join(folder, 'etc/collector.yaml'), 'allow: { networks: [127.0.0.1], ports: [443] }\n', { mode: 0o644 });
    expect(await collector('enroll', token)).toContain('The server knows this collector.');
    await collector('run', '--once');
    expect(JSON.parse(await collector('status', '--json'))).toMatchObject({ lastBundle: 2, acknowledged: 2, queue: { bundles: 0 } });
    await expect(collector('enroll', token, '--replace')).rejects.toMatchObject({ code: 2 });
    await expect(docker('run', '--rm', ...hardened, COLLECTOR, 'run')).rejects.toMatchObject({
      ...{ code: 3, stderr: expect.stringContaining("'/etc/notafter/collector.yaml' cannot be read: no such file") },
    });
    const shell = (script: string) => docker('run', '--rm', ...hardened, '--entrypoint', '/bin/sh', COLLECTOR, '-c', script);
    expect(await shell('id -u; stat -c "%a %u" .; pwd')).toBe('10001\n700 10001\n/var/lib/notafter-collector');
    await expect(shell('touch /usr/new')).rejects.toThrow('Read-only file system');
  });

  it(`have less than ${MAX_COMPRESSED_MB} and ${MAX_COLLECTOR_MB} MB compressed, and bills of materials of their packages from npm`, async () => {
    const [size, small] = [await compressedMb(IMAGE), await compressedMb(COLLECTOR)];
    console.info(`The images have ${size.toFixed(0)} and ${small.toFixed(0)} MB compressed.`);
    expect(size).toBeLessThan(MAX_COMPRESSED_MB);
    expect(small).toBeLessThan(MAX_COLLECTOR_MB);
    const urls = await materialsOf(IMAGE, '/usr/lib/notafter/sbom.cdx.json');
    expect(urls).toEqual(expect.arrayContaining([expect.stringMatching(/^pkg:npm\/hono@/), expect.stringMatching(/^pkg:npm\/pg-boss@/)]));
    const own = await materialsOf(COLLECTOR, '/usr/lib/notafter-collector/sbom.cdx.json');
    for (const name of ['better-sqlite3', 'drizzle-orm', 'yaml', 'zod', 'tldts'])
      expect(own).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`^pkg:npm/${name}@`))]));
    expect([...urls, ...own].filter((url) => /vitest|playwright/.test(url))).toEqual([]);
  });

  it('have a health check, and stop cleanly', async () => {
    expect(await docker('inspect', '--format', '{{.Config.User}} {{.Config.Healthcheck.Test}}', IMAGE)).toMatch(
      /^10001:10001 \[CMD .*health\]$/,
    );
    await docker('stop', '--time', '60', 'served');
    expect(await docker('inspect', '--format', '{{.State.ExitCode}}', 'served')).toBe('0');
  });
});

/** A container whose first process is systemd. */
const bootMachine = async (name: string, volume: string) => {
  const inside = (...command: readonly string[]): Promise<string> => docker('exec', name, ...command);
  const mounts = ['--volume', `${volume}:ro`, '--network', 'packages'];
  await docker('run', '--detach', '--name', name, ...systemdOptions, ...mounts, 'booting', '/sbin/start-systemd');
  await until('systemd has started', READY_MS, async () => (await inside('systemctl', 'is-system-running')) === 'running');
  return { inside, shell: (script: string): Promise<string> => inside('sh', '-c', script) };
};

describe('the archive of the collector', () => {
  it('is installed as a service of systemd, scans as its own user, and stops cleanly', async () => {
    const { shell } = await bootMachine('inner', `${await packCollector(join(folder, 'collector'), folder)}:/collector.tar.gz`);
    // The ID of a collector, its secret, and two keys of a server that it never meets.
    const identity = [Buffer.from('00000000000040008000000000000001', 'hex'), randomBytes(3 * 32)];
    const token = `nac_${Buffer.concat([...identity, Buffer.from('https://notafter.example.com')]).toString('base64url')}`;
    await shell('tar -xzf /collector.tar.gz -C /opt && ln -s /opt/notafter-collector/bin/notafter-collector /usr/local/bin/');
    await expect(shell('runuser -u nobody -- notafter-collector install-service')).rejects.toMatchObject({
      ...{ code: 3, stderr: expect.stringContaining('Only root') },
    });
    expect(await shell('notafter-collector install-service')).toContain('allows nothing yet');
    expect(await shell('systemd-analyze verify notafter-collector.service 2>&1')).toBe('');
    await expect(shell(`runuser -u nobody -- notafter-collector enroll ${token} --offline`)).rejects.toMatchObject({
      ...{ code: 3, stderr: expect.stringContaining("This user can't use the data directory") },
    });
    const asUser = (command: string) => shell(`runuser -u notafter-collector -- notafter-collector ${command}`);
    expect(await asUser(`enroll ${token} --offline`)).toContain('Enrolled collector');
    await shell('systemctl enable --now notafter-collector');
    await until('the first scan is stored', READY_MS, async () => JSON.parse(await asUser('status --json || true')).lastBundle > 1);
    await shell('echo "# edited" >>/etc/notafter/collector.yaml; notafter-collector install-service; systemctl stop notafter-collector');
    expect(await shell('systemctl is-failed notafter-collector || true')).toBe('inactive');
    expect(await shell('stat -c "%a %U" /var/lib/notafter-collector; tail -n 1 /etc/notafter/collector.yaml')).toBe(
      '700 notafter-collector\n# edited',
    );
  });
});

describe('the Debian package', () => {
  let inside: (...command: readonly string[]) => Promise<string>;
  let shell: (script: string) => Promise<string>;
  const isServing = async (): Promise<boolean> => (await inside('/usr/lib/notafter/bin/notafter-health')) === '';
  const mainPid = (): Promise<string> => inside('systemctl', 'show', '--property', 'MainPID', '--value', 'notafter');
  let deb: string;

  beforeAll(async () => {
    deb = await buildDeb(product, join(folder, 'packages'));
    await chmod(deb, 0o644);
    ({ inside, shell } = await bootMachine('machine', `${join(folder, 'packages')}:/packages`));
  });

  it('is installed and serves under systemd, as its user, with a hardened unit', async () => {
    await shell(INSTALL);
    await until('the server responds', READY_MS, isServing);
    const status = await shell(`cat /proc/${await mainPid()}/status`);
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(new RegExp(`^Uid:\\t${await inside('id', '-u', 'notafter')}\\t`, 'm'));
    expect(await shell('systemd-analyze verify notafter.service 2>&1')).toBe('');
    const [, exposure] =
      /Overall exposure level for notafter.service: ([\d.]+) OK/.exec(await shell('systemd-analyze security --no-pager notafter')) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
    expect(await shell('stat -c "%a %U" /etc/notafter/notafter.env /var/lib/notafter')).toBe('640 root\n700 notafter');
    expect(await shell('notafter backup /var/lib/notafter/one.backup')).toContain('Backed up to');
  });

  it('is upgraded with a restart, and keeps settings and data', async () => {
    const before = await mainPid();
    const key = await shell('sha256sum /var/lib/notafter/secret.key; echo "LOG_LEVEL=warn" >>/etc/notafter/notafter.env');
    await shell(INSTALL);
    await until('the server responds', READY_MS, isServing);
    expect(await mainPid()).not.toBe(before);
    expect(await shell('sha256sum /var/lib/notafter/secret.key; grep -c LOG_LEVEL=warn /etc/notafter/notafter.env')).toBe(`${key}\n1`);
  });

  it('is removed without its data, and leaves nothing after a purge', async () => {
    await shell('dpkg -r notafter');
    expect(await shell('ls /var/lib/notafter')).toContain('secret.key');
    expect(await shell('pgrep -u notafter || ls /proc/*/exe 2>/dev/null | grep -c notafter || true').catch(() => '')).toBe('0');
    await shell('dpkg -P notafter');
    const left =
      'find / -xdev -name "*notafter*" -not -path "/proc/*" -not -path "/sys/*" -not -path "/var/log/*" -not -path "/var/lib/dpkg/*"';
    expect(await shell(left)).toBe('');
    expect(
      await shell('getent passwd notafter || dpkg-query -W notafter 2>/dev/null || systemctl list-unit-files | grep notafter || true'),
    ).toBe('');
    expect(await shell('systemctl is-system-running')).toBe('running');
  });
});
