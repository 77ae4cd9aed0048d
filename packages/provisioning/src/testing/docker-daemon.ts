import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { EngineSocket } from '../containers/engine-socket.ts';
import { identify } from '../processes/process-table.ts';
import { builtArchive, ROOT_PATH } from './built-archive.ts';
import { reserveDockerAddresses } from './docker-addresses.ts';
import { testImages } from './test-images.ts';

const run = promisify(execFile);
const PREFIX = 'notafter-docker-';
const scripts = join(import.meta.dirname, 'images');

/** The file system of every engine's image. */
export const imagesArchive = (): Promise<string> => builtArchive(scripts, 'build-rootfs.sh', 'images');

export interface DockerDaemon {
  /** For DOCKER_HOST. */
  readonly host: string;
  readonly socket: EngineSocket;
  /** As if the kernel had ended it. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const readMounts = async (): Promise<string[]> =>
  (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' ')[1] ?? '');

/** A daemon that was killed leaves mounts, and one that ended may leave a child that still removes its own. */
const removeRoot = async (root: string): Promise<void> => {
  for (const mount of (await readMounts()).filter((path) => path.startsWith(`${root}/`))) {
    await run('umount', ['-l', mount]).catch(async (error: unknown) => {
      if ((await readMounts()).includes(mount)) throw error;
    });
  }
  await rm(root, { recursive: true, force: true, maxRetries: 10 });
};

/** Removes what a run that was killed left: its directories, and what its daemon had mounted there. */
const removeAbandoned = async (): Promise<void> => {
  for (const name of (await readdir(tmpdir())).filter((one) => one.startsWith(PREFIX))) {
    const root = join(tmpdir(), name);
    const daemonPid = Number(await readFile(join(root, 'pid'), 'utf8').catch(() => ''));
    const pids = [Number(name.slice(PREFIX.length).split('-')[0]), daemonPid].filter((pid) => pid > 0);
    if ((await Promise.all(pids.map(identify))).some((process) => process !== null)) continue;
    await removeRoot(root);
  }
};

const BASE = 'notafter-test/base';
const made = z.object({ Id: z.string() });

/** Imports the file system once, and gives it the entry point of each official image as a layer without files. */
const importImages = async (socket: EngineSocket, archive: string): Promise<void> => {
  const query = new URLSearchParams({ fromSrc: '-', repo: BASE, tag: 'latest' });
  const headers = { 'content-type': 'application/x-tar' };
  const sent = request({ socketPath: socket.path, method: 'POST', path: `/v1.41/images/create?${query}`, headers });
  createReadStream(archive).pipe(sent);
  const [answer] = await once(sent, 'response');
  await text(answer);
  const signal = AbortSignal.timeout(240_000);
  const body = { Image: BASE, Cmd: ['true'] };
  const { Id: container } = await socket.json(made, { method: 'POST', path: '/containers/create', body, signal });
  for (const { image, entrypoint } of testImages) {
    const [repo = '', tag = ''] = image.split(':');
    const commit = { container, repo, tag, changes: `ENTRYPOINT ["${entrypoint}"]` };
    await socket.request({ method: 'POST', path: '/commit', query: commit, body: {}, signal });
  }
  await socket.request({ method: 'DELETE', path: `/containers/${container}`, signal });
};

const listed = z.array(z.object({ Id: z.string() }));
/** Docker makes these itself. */
const isOwn = ({ Name }: { readonly Name: string }): boolean => !['bridge', 'host', 'none'].includes(Name);

/** A daemon that ends leaves the bridges of its networks on the machine. */
const removeNetworks = async (socket: EngineSocket): Promise<void> => {
  const signal = AbortSignal.timeout(240_000);
  const remove = (path: string) => socket.request({ method: 'DELETE', path, query: { force: 'true' }, signal });
  for (const { Id } of await socket.json(listed, { method: 'GET', path: '/containers/json?all=1', signal })) {
    await remove(`/containers/${Id}`);
  }
  const networks = z.array(z.object({ Id: z.string(), Name: z.string() }));
  const found = await socket.json(networks, { method: 'GET', path: '/networks', signal });
  for (const { Id } of found.filter(isOwn)) await remove(`/networks/${Id}`);
};

/**
 * A Docker daemon that shares nothing with one of the machine or of another test: other directories, another socket, other addresses, and no
 * rules of iptables, since published ports work without. Its images, if wanted, are built from
 * Debian's packages, under the names of the official ones. Needs root, docker.io and debootstrap.
 */
export const startDockerDaemon = async ({ withImages = true } = {}): Promise<DockerDaemon> => {
  const archive = withImages ? await imagesArchive() : null;
  await removeAbandoned();
  const root = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const socketPath = join(root, 'docker.sock');
  const addresses = await reserveDockerAddresses();
  const settings = {
    ...{ 'data-root': join(root, 'data'), 'exec-root': join(root, 'exec'), hosts: [`unix://${socketPath}`], pidfile: join(root, 'pid') },
    ...{ 'exec-opts': ['native.cgroupdriver=cgroupfs'], iptables: false, bridge: 'none' },
    'default-address-pools': [addresses.pool],
  };
  await writeFile(join(root, 'daemon.json'), JSON.stringify(settings));
  const socket = new EngineSocket(socketPath);
  const begin = async (): Promise<ChildProcess> => {
    const log = await open(join(root, 'log'), 'a');
    const args = ['--config-file', join(root, 'daemon.json')];
    const begun = spawn('dockerd', args, { env: { ...process.env, PATH: ROOT_PATH }, stdio: ['ignore', log.fd, log.fd] });
    await log.close();
    return begun;
  };
  const launch = async (): Promise<ChildProcess> => {
    const started = await begin();
    const isUp = (): Promise<boolean> =>
      socket.request({ method: 'GET', path: '/_ping', signal: AbortSignal.timeout(5000) }).then(
        () => true,
        () => false,
      );
    for (const deadline = performance.now() + 150_000; !(await isUp()); await wait(100)) {
      if (performance.now() > deadline || started.exitCode !== null)
        throw new Error(`dockerd does not start:\n${(await readFile(join(root, 'log'), 'utf8')).slice(-2000)}`);
    }
    return started;
  };
  const isRunning = (): boolean => daemon.exitCode === null && daemon.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!isRunning()) return;
    const exited = once(daemon, 'exit');
    daemon.kill(signal);
    await exited;
  };
  let daemon = await launch();
  if (archive !== null) await importImages(socket, archive);
  return {
    host: `unix://${socketPath}`,
    socket,
    kill: () => end('SIGKILL'),
    restart: async () => {
      // Its containerd dies with it, but not at once; a new daemon would wait for the old one to answer.
      const pidFile = join(root, 'exec', 'containerd', 'containerd.pid');
      const containerd = Number(await readFile(pidFile, 'utf8').catch(() => ''));
      while (containerd > 0 && (await identify(containerd)) !== null) await wait(20);
      await rm(pidFile, { force: true });
      daemon = await launch();
    },
    close: async () => {
      if (isRunning()) await removeNetworks(socket);
      await end('SIGTERM');
      await removeRoot(root);
      addresses.release();
    },
  };
};
