import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { SolutionSlug } from '@notafter/domain';
import { vi } from 'vitest';
import type { ServiceImage } from '../../containers/images.ts';
import { builtArchive } from '../built-archive.ts';
import { type DockerDaemon, imagesArchive } from '../docker-daemon.ts';
import { workAlone } from '../held-names.ts';
import { testImageTable } from '../test-images.ts';
import { systemdOptions } from './systemd-options.ts';

const run = promisify(execFile);
const IMAGE = 'notafter-test/machine';
const NETWORK = 'machine-room';
const REGISTRY_PORT = 5000;

export interface BootedMachine {
  /** Its address on the network of the room, another one after it was powered on. */
  readonly host: string;
  run(...command: readonly string[]): Promise<string>;
  /** Copies what is in a folder of this host into one of the machine. */
  copyIn(from: string, to: string): Promise<void>;
  shutDown(): Promise<void>;
  powerOn(): Promise<void>;
  /** Ends it for good. Its volume stays. */
  remove(): Promise<void>;
}

export interface NewBoot {
  readonly name: string;
  readonly userData: string;
  /** The block device of its data volume, under the same path on the machine. */
  readonly device: string;
}

export interface MachineRoom {
  /** The address of this host for machines. */
  readonly hostAddress: string;
  /** By digest, in a registry that machines pull from. */
  imageOf(solution: SolutionSlug): Promise<ServiceImage>;
  boot(wanted: NewBoot): Promise<BootedMachine>;
  /** Throws unless cloud-init finds the user data in each of these files valid. */
  validate(files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts machines as a cloud does, in containers with systemd and Debian's cloud-init, which finds its user data on a disk as images
 * without a network do (NoCloud). A machine has 4 GiB of memory, as far as its system says.
 */
export const openMachineRoom = async (daemon: DockerDaemon): Promise<MachineRoom> => {
  const docker = async (...args: readonly string[]): Promise<string> =>
    (await run('docker', ['-H', daemon.host, ...args], { maxBuffer: 16 * 1024 * 1024 })).stdout.trim();
  const machineArchive = await builtArchive(join(import.meta.dirname, 'images'), 'build-machine.sh', 'machine');
  await docker('import', machineArchive, IMAGE);
  await docker('network', 'create', NETWORK);
  const hostAddress = await docker('network', 'inspect', '--format', '{{(index .IPAM.Config 0).Gateway}}', NETWORK);
  const addressOf = (name: string): Promise<string> =>
    docker('inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', name);
  const folder = await mkdtemp(join(tmpdir(), 'notafter-boots-'));

  // A pushed image is kept beside the archive that it is of, since compressing it takes most of a minute.
  const storage = join(dirname(await imagesArchive()), 'registry');
  await mkdir(storage, { recursive: true });
  const config = join(folder, 'registry.yml');
  await writeFile(config, `version: 0.1\nstorage: {filesystem: {rootdirectory: /registry}}\nhttp: {addr: ":${REGISTRY_PORT}"}\n`);
  const mounts = ['--volume', `${storage}:/registry`, '--volume', `${config}:/registry.yml:ro`];
  const published = ['--network', NETWORK, '--publish', `127.0.0.1::${REGISTRY_PORT}`];
  const serve = ['/opt/registry/usr/bin/docker-registry', 'serve', '/registry.yml'];
  await docker('run', '--detach', '--name', 'registry', ...mounts, ...published, IMAGE, ...serve);
  const registry = `${await addressOf('registry')}:${REGISTRY_PORT}`;
  const pushTo = await docker('port', 'registry', String(REGISTRY_PORT));

  /** Null if the registry does not have it. */
  const findDigest = async (repository: string): Promise<string | null> => {
    const headers = { accept: 'application/vnd.docker.distribution.manifest.v2+json' };
    const asked = request(`http://${pushTo}/v2/${repository}/manifests/test`, { method: 'HEAD', headers });
    asked.end();
    const [answer] = await once(asked, 'response');
    answer.resume();
    const digest: unknown = answer.headers['docker-content-digest'];
    return answer.statusCode === 200 && typeof digest === 'string' ? digest : null;
  };

  // Docker accepts connections for it before it listens, and resets them.
  await vi.waitFor(() => findDigest('none'), { interval: 250, timeout: 150_000 });

  const daemonJson = join(folder, 'daemon.json');
  await writeFile(daemonJson, JSON.stringify({ 'insecure-registries': [registry] }));
  const memory = join(folder, 'meminfo');
  await writeFile(memory, 'MemTotal:        4030000 kB\nMemFree:         3500000 kB\nMemAvailable:    3600000 kB\n');

  return {
    hostAddress,

    async imageOf(solution) {
      const image = testImageTable[solution];
      if (image === undefined) throw new Error(`The tests have no image of ${solution}.`);
      // Registries of other test files write to the same folder.
      const digest = await workAlone(`${basename(dirname(storage))}-push`, async () => {
        const known = await findDigest(solution);
        if (known !== null) return known;
        await docker('tag', image.image, `${pushTo}/${solution}:test`);
        await docker('push', `${pushTo}/${solution}:test`);
        return findDigest(solution);
      });
      if (digest === null) throw new Error('The registry does not have what was pushed.');
      return { ...image, image: `${registry}/${solution}@${digest}` };
    },

    async boot({ name, userData, device }) {
      const seed = join(folder, `${name}-${Date.now()}`);
      await mkdir(seed);
      await writeFile(join(seed, 'user-data'), userData);
      await writeFile(join(seed, 'meta-data'), `instance-id: ${name}\nlocal-hostname: ${name}\n`);
      const options = [
        ...systemdOptions,
        ...['--device-cgroup-rule', 'a *:* rwm', '--device', device, '--network', NETWORK, '--volume', '/var/lib/docker'],
        ...['--volume', `${memory}:/proc/meminfo:ro`, '--volume', `${daemonJson}:/etc/docker/daemon.json:ro`],
        ...['--volume', `${seed}:/var/lib/cloud/seed/nocloud:ro`, '--stop-signal', 'SIGRTMIN+4', '--stop-timeout', '60'],
      ];
      await docker('run', '--detach', '--name', name, ...options, IMAGE, '/sbin/start-machine');
      let host = await addressOf(name);
      return {
        get host() {
          return host;
        },
        run: (...command) => docker('exec', name, ...command),
        copyIn: async (from, to) => {
          await docker('cp', `${from}/.`, `${name}:${to}`);
        },
        shutDown: async () => {
          await docker('stop', name);
        },
        powerOn: async () => {
          await docker('start', name);
          host = await addressOf(name);
        },
        remove: async () => {
          await docker('rm', '--force', '--volumes', name);
        },
      };
    },

    async validate(files) {
      const mounts = files.flatMap((path) => ['--volume', `${path}:${path}:ro`]);
      const each = 'for file; do cloud-init schema --config-file "$file" || exit 1; done';
      await docker('run', '--rm', ...mounts, IMAGE, 'sh', '-c', each, 'sh', ...files);
    },

    close: async () => {
      for (const name of (await docker('ps', '--all', '--quiet')).split('\n')) {
        if (name !== '') await docker('rm', '--force', '--volumes', name);
      }
      await rm(folder, { recursive: true });
    },
  };
};
