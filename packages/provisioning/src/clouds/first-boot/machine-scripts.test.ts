import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../testing/running-service.ts';
import {
  certificateScript,
  endedScript,
  imageScript,
  installedScript,
  reportScript,
  SCRIPTS,
  startedScript,
  volumeScript,
} from './machine-scripts.ts';

const run = promisify(execFile);
const TOKEN = 'token-of-the-test';
const DEVICE = '/dev/disk/by-id/data';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-boot-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Asked {
  readonly path: string;
  readonly token: string | string[] | undefined;
  readonly signature: string | string[] | undefined;
  readonly body: string;
}

/** A body with status 200, another status, or null: the connection is cut without an answer. */
type Answer = string | number | null;

const serve = async (answer: (asked: Asked, count: number) => Answer | Promise<Answer>) => {
  const seen: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { 'notafter-machine': token, 'notafter-signature': signature } = request.headers;
    const asked = { path: request.url ?? '', token, signature, body: await text(request) };
    seen.push(asked);
    const given = await answer(asked, seen.length);
    if (given === null) request.socket.destroy();
    else if (typeof given === 'string') response.end(given);
    else response.writeHead(given).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { seen, url: `http://127.0.0.1:${port}`, close: () => server.close() };
};

/** A machine whose folders are below one of the test, and whose programs are those of `programs`, then the system's. */
const openMachine = async (name: string) => {
  const root = join(folder, name);
  for (const part of ['tls', 'programs', 'run', 'state']) await mkdir(join(root, part), { recursive: true });
  await writeFile(join(root, 'bootstrap-token'), `notafter-machine: ${TOKEN}\n`);
  const moved = (script: string): string =>
    script
      .replaceAll(SCRIPTS, join(root, 'programs'))
      .replaceAll('/etc/notafter', root)
      .replaceAll('/run/notafter.', join(root, 'run/'))
      .replaceAll('/var/lib/notafter', join(root, 'state'))
      .replaceAll('/srv/notafter', join(root, 'srv'))
      .replace('time.sleep(2)', 'time.sleep(0)')
      .replaceAll(/sleep \d+/g, 'sleep 0.01');
  const program = async (called: string, script: string): Promise<void> => {
    const file = join(root, 'programs', called);
    await writeFile(file, script);
    await chmod(file, 0o755);
  };
  const calls = join(root, 'calls');
  /** A program that notes its arguments, for those that would change this machine. */
  const note = (called: string, then = ''): Promise<void> =>
    program(called, `#!/bin/sh\n[ ${called} = report ] || printf '%s ' ${called} >> ${calls}\necho "$*" >> ${calls}\n${then}\n`);
  const env = { ...process.env, PATH: `${join(root, 'programs')}:${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
  return {
    root,
    moved,
    program,
    note,
    install: (called: string, script: string) => program(called, moved(script)),
    sh: (script: string, args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
      run('sh', ['-c', moved(script), 'script', ...args], { cwd: root, env: { ...env, ...more } }),
    run: (called: string, ...args: readonly string[]) => run(join(root, 'programs', called), args, { cwd: root, env }),
    read: (file: string): Promise<string | null> => readFile(join(root, file), 'utf8').catch(() => null),
    calls: async (): Promise<string[]> => (await readFile(calls, 'utf8').catch(() => '')).split('\n').slice(0, -1),
  };
};

describe('the reports of a machine', () => {
  const open = async (name: string, answer: (asked: Asked, count: number) => Answer) => {
    const server = await serve(answer);
    const machine = await openMachine(name);
    await machine.install('report', reportScript(`${server.url}/progress`));
    return { server, machine, bodies: () => server.seen.map(({ body }) => body) };
  };

  it('are signed with the token, and have a reason in plain ASCII of at most 200 characters', async () => {
    const { server, machine } = await open('signed', () => 204);
    await machine.run('report', 'installed');
    await machine.run('report', 'failed', `pull: "denied"\\\n\ttry \u00e9 ${'x'.repeat(300)}`);
    for (const { path, body, signature } of server.seen) {
      expect(path).toBe('/progress');
      expect(signature).toBe(`sha256=${createHmac('sha256', TOKEN).update(body).digest('hex')}`);
    }
    expect(server.seen[0]?.body).toBe('{"step":"installed"}');
    const failed: unknown = JSON.parse(server.seen[1]?.body ?? '');
    expect(failed).toEqual({ step: 'failed', message: `pull: "denied"\\ try   ${'x'.repeat(178)}` });
    server.close();
  });

  it('are tried three times, never fail a boot, and are not repeated after a refusal', async () => {
    const { server, machine } = await open('tries', (_, count) => (count === 1 ? null : count === 2 ? 503 : 500));
    await machine.run('report', 'volume');
    expect(server.seen).toHaveLength(3);
    server.close();
    await machine.run('report', 'volume');
    const refusing = await open('refused', () => 403);
    await refusing.machine.run('report', 'volume');
    expect(refusing.server.seen).toHaveLength(1);
    refusing.server.close();
  });

  it('have a failure that repeats once, and again after something went well', async () => {
    const { server, machine, bodies } = await open('repeats', () => 204);
    for (const step of ['failed', 'failed', 'image', 'failed']) await machine.run('report', step, ...(step === 'failed' ? ['why'] : []));
    expect(bodies()).toEqual(['{"step":"failed","message":"why"}', '{"step":"image"}', '{"step":"failed","message":"why"}']);
    server.close();
  });

  it('end with the first start, so that no later boot waits for the server; failures are still sent', async () => {
    const { server, machine, bodies } = await open('later', () => 500);
    await machine.run('report', 'started');
    server.seen.length = 0;
    for (const step of ['volume', 'image', 'started']) await machine.run('report', step);
    expect(bodies()).toEqual([]);
    await machine.run('report', 'failed', 'why');
    expect(bodies()).toHaveLength(3);
    server.close();
  });
});

describe('a step of the boot', () => {
  it('waits for the packages, and says so once', async () => {
    const machine = await openMachine('packages');
    await machine.note('report');
    await machine.note('apt-get');
    await machine.program('dpkg', `#!/bin/sh\necho "$*" >> ${machine.root}/asked\n[ "$(wc -l < ${machine.root}/asked)" -gt 2 ]\n`);
    await machine.sh(installedScript(['curl', 'docker.io']));
    expect(await machine.read('asked')).toBe('-s curl docker.io\n'.repeat(3));
    const failed = 'failed The packages of the first boot could not be installed yet.';
    const install = ['apt-get -q update', 'apt-get -q -y -o Dpkg::Options::=--force-confold install curl docker.io'];
    expect(await machine.calls()).toEqual([failed, ...install, failed, ...install, 'installed']);
  });

  /** The volume is a file: `test -b` is the only thing that has to be made true. */
  const openVolume = async (name: string, blkid: string) => {
    const machine = await openMachine(name);
    for (const called of ['report', 'udevadm', 'mkfs.ext4', 'mount', 'resize2fs']) await machine.note(called);
    await machine.note('mountpoint', 'exit 1');
    await machine.program('blkid', `#!/bin/sh\n${blkid}\n`);
    const script = volumeScript(DEVICE, '/srv/notafter/data', process.getuid?.() ?? 0).replace('[ -b "$device" ]', 'true');
    return { machine, mount: () => machine.sh(script) };
  };
  const mounted = ['mountpoint', 'mount -o nodev', 'resize2fs', 'volume'];
  const heads = (calls: readonly string[]) => calls.map((call) => mounted.find((head) => call.startsWith(head)) ?? call);

  it('formats a volume that has nothing on it, and mounts it', async () => {
    const { machine, mount } = await openVolume('empty', 'exit 2');
    await mount();
    expect(heads(await machine.calls())).toEqual(['udevadm settle', `mkfs.ext4 -q -L notafter ${DEVICE}`, ...mounted]);
    await access(join(machine.root, 'srv/data'));
  });

  it('mounts a volume that it has formatted before', async () => {
    const { machine, mount } = await openVolume('known', 'echo LABEL=notafter; echo TYPE=ext4');
    await mount();
    expect(heads(await machine.calls())).toEqual(['udevadm settle', ...mounted]);
  });

  it.each([
    ['another file system', 'echo LABEL=notafter2; echo TYPE=ext4'],
    ['a partition table', 'echo PTTYPE=gpt'],
    ['several signatures', 'exit 8'],
  ])('leaves a volume with %s as it is, and says so', async (what, blkid) => {
    const { machine, mount } = await openVolume(what.replaceAll(' ', '-'), blkid);
    await expect(mount()).rejects.toThrow();
    expect(await machine.calls()).toEqual(['udevadm settle', 'failed The data volume has something else on it, and was left as it is.']);
  });

  it('says that a volume can not be mounted', async () => {
    const { machine, mount } = await openVolume('broken', 'echo LABEL=notafter');
    await machine.note('mount', 'exit 32');
    await expect(mount()).rejects.toThrow();
    expect((await machine.calls()).at(-1)).toBe('failed The data volume can not be mounted.');
  });

  it('pulls the image once, and says why it can not', async () => {
    const machine = await openMachine('image');
    await machine.note('report');
    await machine.program('docker', `#!/bin/sh\n[ "$1" = image ] || { echo "denied: $4$3" >&2; exit 1; }\nexit 1\n`);
    const script = imageScript("registry.example/o'neil@sha256:00");
    await expect(machine.sh(script)).rejects.toThrow();
    await machine.note('docker', '[ "$1" != image ] || exit 1');
    await machine.sh(script);
    await machine.note('docker');
    await machine.sh(script);
    const calls = (await machine.calls()).map((call) => call.replace("registry.example/o'neil@sha256:00", 'IMAGE'));
    expect(calls).toEqual([
      ...['failed The image can not be pulled: denied: IMAGE', 'docker image inspect IMAGE', 'docker pull -q IMAGE', 'image'],
      ...['docker image inspect IMAGE', 'image'],
    ]);
  });

  it('has started when the container runs, and says with which status the engine ended', async () => {
    const machine = await openMachine('engine');
    await machine.note('report');
    const count = join(machine.root, 'count');
    await machine.program('docker', `#!/bin/sh\necho >> ${count}\n[ "$(wc -l < ${count})" -lt 3 ] || echo true\n`);
    await machine.sh(startedScript);
    expect(await machine.calls()).toEqual(['started']);
    await machine.sh(endedScript, [], { SERVICE_RESULT: 'exit-code' });
    await machine.sh(endedScript, [], { SERVICE_RESULT: 'success', EXIT_STATUS: '0' });
    await machine.sh(endedScript, [], { SERVICE_RESULT: 'exit-code', EXIT_STATUS: '137' });
    expect(await machine.calls()).toEqual(['started', 'failed The engine ended with status 137.']);
  });
});

describe('the key of a machine', () => {
  const openssl = async (...args: string[]): Promise<string> => (await run('openssl', args)).stdout;

  const open = async (name: string, url: string) => {
    const machine = await openMachine(name);
    const { root } = machine;
    await machine.note('report');
    const authority = await makeAuthority();
    await writeFile(join(root, 'tls/ca.crt'), authority.certificate);
    const script = certificateScript(`${url}/certificate`, process.getuid?.() ?? 0, `echo reloaded >> ${root}/reloads`);
    const sign = async (csr: string, days: string, by = authority): Promise<string> => {
      const files = { csr: join(root, 'seen.csr'), ca: join(root, 'by.crt'), key: join(root, 'by.key') };
      await writeFile(files.csr, csr);
      await writeFile(files.ca, by.certificate);
      await writeFile(files.key, by.key);
      return openssl('x509', '-req', '-in', files.csr, '-CA', files.ca, '-CAkey', files.key, '-days', days, '-set_serial', '7');
    };
    return { ...machine, sign, boot: () => machine.sh(script, ['boot']), renew: () => machine.sh(script) };
  };

  it('is made once, never leaves it, and gets a certificate that is asked for until there is one, and again before it ends', async () => {
    let signed = '';
    const server = await serve(async ({ body }, count) => {
      if (count === 1 || count === 5) return 503;
      if (count !== 4) signed = await made.sign(body, String(20 + count));
      return signed;
    });
    const made = await open('good', server.url);
    await made.boot();
    expect(server.seen.map(({ token }) => token)).toEqual(Array(2).fill(TOKEN));
    expect(server.seen[0]?.body).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----/);
    expect((await stat(join(made.root, 'tls/server.key'))).mode & 0o777).toBe(0o600);
    const key = await made.read('tls/machine.key');
    expect(await openssl('x509', '-noout', '-pubkey', '-in', join(made.root, 'tls/server.crt'))).toBe(
      await openssl('pkey', '-pubout', '-in', join(made.root, 'tls/server.key')),
    );
    // The server signs another one for the same key, says later that it is still good, and is away after that.
    await made.renew();
    await made.renew();
    await expect(made.renew()).rejects.toThrow();
    expect(server.seen).toHaveLength(5);
    await writeFile(join(made.root, 'renewal.csr'), server.seen[2]?.body ?? '');
    const { stdout, stderr } = await run('openssl', ['req', '-in', join(made.root, 'renewal.csr'), '-verify', '-noout', '-pubkey']);
    expect(stderr).toContain('verify OK');
    expect(stdout).toBe(await openssl('pkey', '-pubout', '-in', join(made.root, 'tls/server.key')));
    expect(await made.read('tls/machine.key')).toBe(key);
    expect(await made.read('reloads')).toBe('reloaded\nreloaded\n');
    server.close();
  });

  it('is the same after an answer that was lost, so the server signs it again', async () => {
    const signed: string[] = [];
    const server = await serve(async ({ body }, count) => {
      signed.push(await made.sign(body, '90'));
      return count === 1 ? null : (signed.at(-1) ?? null);
    });
    const made = await open('lost', server.url);
    await made.boot();
    const keys = await Promise.all(
      signed.map(async (pem, index) => {
        await writeFile(join(made.root, `${index}.crt`), pem);
        return openssl('x509', '-noout', '-pubkey', '-in', join(made.root, `${index}.crt`));
      }),
    );
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    server.close();
  });

  it('does not keep a machine from booting while the server is away, even if its certificate ends soon', async () => {
    const server = await serve(({ body }) => made.sign(body, '20'));
    const made = await open('away', server.url);
    await made.boot();
    server.close();
    await made.boot();
    expect(server.seen).toHaveLength(1);
  });

  it('takes no certificate of another CA or of another key, and says so', async () => {
    const server = await serve(async ({ body }, count) => {
      if (count === 1) return made.sign(body, '90', await makeAuthority());
      if (count === 2) return 409;
      if (count > 3) return made.sign(body, '90');
      refused.push(await made.read('tls/server.crt'), await made.read('reloads'));
      await openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', join(made.root, 'other.key'));
      return made.sign(await openssl('req', '-new', '-key', join(made.root, 'other.key'), '-subj', '/CN=other'), '90');
    });
    const refused: (string | null)[] = [];
    const made = await open('bad', server.url);
    await made.boot();
    expect(refused).toEqual([null, null]);
    const notOurs = 'failed The server sent a certificate of another CA or for another key.';
    expect(await made.calls()).toEqual([notOurs, 'failed The server answered 409 to the certificate request.', notOurs]);
    expect(server.seen).toHaveLength(4);
    server.close();
  });
});
