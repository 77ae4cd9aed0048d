import { brandId, type InstallationId, ProviderError, type ServicePort, type ServiceTag } from '@notafter/domain';
import { z } from 'zod';
import { type ContainerFile, packFiles } from '../archives/tar.ts';
import type { Release } from '../copies/release.ts';
import type { EngineSocket } from './engine-socket.ts';

const INSTALLATION = 'notafter.installation';
const SERVICE = 'notafter.service';
const PULL_TIMEOUT_MS = 15 * 60_000;
/** As long as a restore may take. */
const FILL_TIMEOUT_MS = 6 * 3_600_000;
/** Engines write what they hold when they stop. */
const STOP_GRACE_S = 30;
const LOG_LINES = '300';
const PAUSE_TRIES = 5;

const labels = z
  .record(z.string(), z.string())
  .nullish()
  .transform((found) => found ?? {});
const listedContainer = z.object({ Id: z.string(), Names: z.array(z.string()), Labels: labels });
const volumeList = z.object({ Volumes: z.array(z.object({ Name: z.string(), Labels: labels })).nullish() });
const listedNetwork = z.object({ Id: z.string(), Name: z.string(), Labels: labels });
const inspectedVolume = z.object({ Labels: labels });
const volumeUsage = z.object({
  Volumes: z.array(z.object({ Name: z.string(), UsageData: z.object({ Size: z.number() }).nullish() })).nullish(),
});
const inspected = z.object({
  Id: z.string(),
  Name: z.string(),
  RestartCount: z.int().nullish(),
  State: z.object({
    Status: z.string(),
    OOMKilled: z.boolean().nullish(),
    ExitCode: z.int().nullish(),
    Error: z.string().nullish(),
    Pid: z.int().nullish(),
  }),
  Config: z.object({ Labels: labels }),
});

export type Container = z.infer<typeof inspected>;
type Labels = Readonly<Record<string, string>>;

/** Something that belongs to a service. */
interface Marked {
  readonly tag: ServiceTag;
  readonly labels: Labels;
}

export interface ContainerPlan {
  readonly name: string;
  readonly tag: ServiceTag;
  /** Beside the tag. */
  readonly labels: Labels;
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The name of its volume and the folder inside. */
  readonly volume: { readonly name: string; readonly target: string };
  readonly network: string;
  readonly hostname: string;
  /** Where each port is published, and the port inside. */
  readonly ports: readonly (ServicePort & { readonly inside: number })[];
  readonly address: string;
  readonly memoryMib: number;
  readonly cpus: number;
  readonly openFiles: number | null;
}

const MIB = 1024 * 1024;
/** Official images start as root, prepare their files and step down to their user. */
export const CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'];

const tagLabels = ({ installation, service }: ServiceTag): Labels => ({ [INSTALLATION]: installation, [SERVICE]: service });

/** Whether something belongs to this service of this installation; a name never says that. */
export const hasTag = (found: Labels, { installation, service }: ServiceTag): boolean =>
  found[INSTALLATION] === installation && found[SERVICE] === service;

const filterOf = (...wanted: readonly string[]): Readonly<Record<string, string>> => ({ filters: JSON.stringify({ label: wanted }) });
const tagFilter = ({ installation, service }: ServiceTag) => filterOf(`${INSTALLATION}=${installation}`, `${SERVICE}=${service}`);

/** The calls of an engine's API that services need. `null` and `false` mean that something does not exist. */
export class ContainerEngine {
  readonly #socket: EngineSocket;

  constructor(socket: EngineSocket) {
    this.#socket = socket;
  }

  async ping(signal: AbortSignal): Promise<void> {
    await this.#socket.request({ method: 'GET', path: '/_ping', signal, timeoutMs: 5000 });
  }

  /** The folder that volumes are in, on the engine's machine. */
  async rootFolder(signal: AbortSignal): Promise<string> {
    return (await this.#socket.json(z.object({ DockerRootDir: z.string() }), { method: 'GET', path: '/info', signal })).DockerRootDir;
  }

  async hasImage(image: string, signal: AbortSignal): Promise<boolean> {
    const path = `/images/${image}/json`;
    return (await this.#socket.find(z.object({ Id: z.string() }), { method: 'GET', path, signal })) !== null;
  }

  /** A pull answers 200 and then says in its stream whether it failed. */
  async pullImage(image: string, signal: AbortSignal): Promise<void> {
    const query = { fromImage: image };
    const { bytes } = await this.#socket.request({ method: 'POST', path: '/images/create', query, signal, timeoutMs: PULL_TIMEOUT_MS });
    const problem = /"error":"((?:[^"\\]|\\.)*)"/.exec(bytes.toString())?.[1];
    if (problem !== undefined) throw new ProviderError('transient', problem);
  }

  /** Names and marks of all containers, running or not. */
  async listContainers(tag: ServiceTag, signal: AbortSignal): Promise<{ readonly id: string; readonly name: string }[]> {
    const query = { all: '1', ...tagFilter(tag) };
    const found = await this.#socket.json(z.array(listedContainer), { method: 'GET', path: '/containers/json', query, signal });
    return found.filter((one) => hasTag(one.Labels, tag)).map(({ Id, Names }) => ({ id: Id, name: (Names[0] ?? '').replace(/^\//, '') }));
  }

  async listVolumes(tag: ServiceTag, signal: AbortSignal): Promise<string[]> {
    const { Volumes } = await this.#socket.json(volumeList, { method: 'GET', path: '/volumes', query: tagFilter(tag), signal });
    return (Volumes ?? []).filter((one) => hasTag(one.Labels, tag)).map(({ Name }) => Name);
  }

  async listNetworks(tag: ServiceTag, signal: AbortSignal): Promise<string[]> {
    const asked = { method: 'GET', path: '/networks', query: tagFilter(tag), signal } as const;
    return (await this.#socket.json(z.array(listedNetwork), asked)).filter((one) => hasTag(one.Labels, tag)).map(({ Id }) => Id);
  }

  /** Every container, volume and network of services, of one installation or of all. */
  async listMarked(installation: InstallationId | null, signal: AbortSignal): Promise<Marked[]> {
    const query = filterOf(installation === null ? INSTALLATION : `${INSTALLATION}=${installation}`);
    const containers = await this.#socket.json(z.array(listedContainer), {
      ...{ method: 'GET', path: '/containers/json', signal, query: { all: '1', ...query } },
    });
    const { Volumes } = await this.#socket.json(volumeList, { method: 'GET', path: '/volumes', query, signal });
    const networks = await this.#socket.json(z.array(listedNetwork), { method: 'GET', path: '/networks', query, signal });
    return [...containers, ...(Volumes ?? []), ...networks].flatMap(({ Labels: found }): Marked[] => {
      const [owner, service] = [found[INSTALLATION], found[SERVICE]];
      if (owner === undefined || service === undefined) return [];
      return [{ tag: { installation: brandId(owner), service: brandId(service) }, labels: found }];
    });
  }

  /** Its labels can't be changed later. */
  async createVolume(name: string, tag: ServiceTag, more: Labels, signal: AbortSignal): Promise<void> {
    // Creating a volume that exists answers the existing one, no matter whose.
    const body = { Name: name, Labels: { ...more, ...tagLabels(tag) } };
    const created = await this.#socket.json(inspectedVolume, { method: 'POST', path: '/volumes/create', body, signal });
    if (!hasTag(created.Labels, tag)) throw new ProviderError('conflict', `The volume ${name} belongs to another installation.`);
  }

  /** 0 for a volume that does not exist, and where the engine does not know. */
  async volumeBytes(name: string, signal: AbortSignal): Promise<number> {
    const { Volumes } = await this.#socket.json(volumeUsage, { method: 'GET', path: '/system/df', query: { type: 'volume' }, signal });
    return Volumes?.find(({ Name }) => Name === name)?.UsageData?.Size ?? 0;
  }

  /** Null if the volume does not exist or is not the service's. */
  async findVolumeLabels(name: string, tag: ServiceTag, signal: AbortSignal): Promise<Labels | null> {
    const found = await this.#socket.find(inspectedVolume, { method: 'GET', path: `/volumes/${name}`, signal });
    return found !== null && hasTag(found.Labels, tag) ? found.Labels : null;
  }

  async createNetwork(name: string, tag: ServiceTag, signal: AbortSignal): Promise<void> {
    const body = { Name: name, Labels: tagLabels(tag), CheckDuplicate: true };
    try {
      await this.#socket.request({ method: 'POST', path: '/networks/create', body, signal });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fault !== 'capacity') throw error;
      const fix = 'Give the engine more in its setting default-address-pools.';
      throw new ProviderError('capacity', `The container engine has no address range left for another network. ${fix}`, { cause: error });
    }
  }

  async createContainer(plan: ContainerPlan, signal: AbortSignal): Promise<void> {
    const { name, tag, image, command, environment, volume, network, hostname, ports, address, memoryMib, cpus, openFiles } = plan;
    const bindings = ports.map(({ inside, port }) => [`${inside}/tcp`, [{ HostIp: address, HostPort: String(port) }]] as const);
    const body = {
      Image: image,
      Cmd: command,
      Env: Object.entries(environment).map(([key, value]) => `${key}=${value}`),
      Hostname: hostname,
      Labels: { ...plan.labels, ...tagLabels(tag) },
      ExposedPorts: Object.fromEntries(bindings.map(([port]) => [port, {}])),
      StopTimeout: STOP_GRACE_S,
      HostConfig: {
        PortBindings: Object.fromEntries(bindings),
        Mounts: [{ Type: 'volume', Source: volume.name, Target: volume.target }],
        NetworkMode: network,
        // `unless-stopped` would not: an engine that was killed stops its containers at its next start.
        RestartPolicy: { Name: 'always' },
        Memory: memoryMib * MIB,
        // The same as the memory: no swap.
        MemorySwap: memoryMib * MIB,
        NanoCpus: Math.round(cpus * 1e9),
        ShmSize: Math.max(64, Math.round(memoryMib / 8)) * MIB,
        CapDrop: ['ALL'],
        CapAdd: CAPABILITIES,
        SecurityOpt: ['no-new-privileges'],
        LogConfig: { Type: 'json-file', Config: { 'max-size': '8m', 'max-file': '2' } },
        ...(openFiles === null ? {} : { Ulimits: [{ Name: 'nofile', Soft: openFiles, Hard: openFiles }] }),
      },
    };
    await this.#socket.request({ method: 'POST', path: '/containers/create', query: { name }, body, signal });
  }

  async inspect(id: string, signal: AbortSignal): Promise<Container | null> {
    return this.#socket.find(inspected, { method: 'GET', path: `/containers/${id}/json`, signal });
  }

  /** Replaces files of a container, running or not. */
  async putFiles(id: string, base: string, files: readonly ContainerFile[], signal: AbortSignal): Promise<void> {
    const archive = packFiles(base, files);
    await this.#socket.request({ method: 'PUT', path: `/containers/${id}/archive`, query: { path: '/' }, archive, signal });
  }

  /** Unpacks a stream into an existing folder of a container that never ran. */
  async putArchive(id: string, folder: string, archive: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
    const query = { path: folder, copyUIDGID: 'true' };
    const timeoutMs = FILL_TIMEOUT_MS;
    await this.#socket.request({ method: 'PUT', path: `/containers/${id}/archive`, query, archive, signal, timeoutMs });
  }

  /** A folder of a container, running or not, as an archive whose paths begin there. */
  readArchive(id: string, folder: string, signal: AbortSignal): AsyncGenerator<Buffer> {
    return this.#socket.stream({ method: 'GET', path: `/containers/${id}/archive`, query: { path: `${folder}/.` }, signal });
  }

  /** Freezes every process of a container. */
  async pause(id: string, signal: AbortSignal): Promise<void> {
    for (let left = PAUSE_TRIES; ; left -= 1) {
      try {
        await this.#socket.request({ method: 'POST', path: `/containers/${id}/pause`, signal });
        return;
      } catch (error) {
        // On a busy machine the kernel does not freeze all processes in the time that runc gives it.
        if (left === 1 || !(error instanceof ProviderError) || !error.message.includes('unable to freeze')) throw error;
      }
    }
  }

  /** How it goes on after `pause` or `stop`. */
  releaseOf(container: string, call: 'unpause' | 'start'): Release {
    return { socketPath: this.#socket.path, container, call };
  }

  async start(id: string, signal: AbortSignal): Promise<void> {
    await this.#socket.request({ method: 'POST', path: `/containers/${id}/start`, signal });
  }

  async stop(id: string, signal: AbortSignal): Promise<void> {
    const query = { t: String(STOP_GRACE_S) };
    const timeoutMs = (STOP_GRACE_S + 30) * 1000;
    await this.#socket.request({ method: 'POST', path: `/containers/${id}/stop`, query, signal, timeoutMs });
  }

  async restart(id: string, signal: AbortSignal): Promise<void> {
    const query = { t: String(STOP_GRACE_S) };
    const timeoutMs = (STOP_GRACE_S + 30) * 1000;
    await this.#socket.request({ method: 'POST', path: `/containers/${id}/restart`, query, signal, timeoutMs });
  }

  async rename(id: string, name: string, signal: AbortSignal): Promise<void> {
    await this.#socket.request({ method: 'POST', path: `/containers/${id}/rename`, query: { name }, signal });
  }

  /** With `force`, a running one too. Named volumes stay. */
  async removeContainer(id: string, { force }: { readonly force: boolean }, signal: AbortSignal): Promise<void> {
    const query = { v: '1', ...(force ? { force: '1' } : {}) };
    await this.#remove(`/containers/${id}`, query, signal);
  }

  async removeVolume(name: string, signal: AbortSignal): Promise<void> {
    await this.#remove(`/volumes/${name}`, {}, signal);
  }

  async removeNetwork(id: string, signal: AbortSignal): Promise<void> {
    await this.#remove(`/networks/${id}`, {}, signal);
  }

  /** The last lines that it wrote to both outputs. */
  async logs(id: string, signal: AbortSignal): Promise<string> {
    const query = { stdout: '1', stderr: '1', tail: LOG_LINES };
    const { bytes } = await this.#socket.request({ method: 'GET', path: `/containers/${id}/logs`, query, signal });
    return joinFrames(bytes);
  }

  async #remove(path: string, query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<void> {
    try {
      await this.#socket.request({ method: 'DELETE', path, query, signal });
    } catch (error) {
      // 409: it is being removed by an earlier call.
      const isGoing = error instanceof ProviderError && (error.fault === 'not_found' || /already in progress/.test(error.message));
      if (!isGoing) throw error;
    }
  }
}

/** The outputs of a container come in frames of a stream number, three zeros, a length and the text. */
const joinFrames = (bytes: Buffer): string => {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at + 4);
    parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  return Buffer.concat(parts).toString();
};
