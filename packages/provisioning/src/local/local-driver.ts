import { statfs } from 'node:fs/promises';
import {
  type CloudDriver,
  forEachSolution,
  type Instance,
  ProviderError,
  type ServiceTag,
  type SolutionSlug,
  type SolutionSupport,
  solutions,
} from '@notafter/domain';
import { ContainerEngine } from '../containers/container-engine.ts';
import { createContainerRunner } from '../containers/container-runner.ts';
import { EngineSocket, findSocketPath, usualSockets } from '../containers/engine-socket.ts';
import { defaultImages, type ServiceImages } from '../containers/images.ts';
import type { ProcessHome } from '../processes/process-home.ts';
import { createProcessRunner } from '../processes/process-runner.ts';
import { createContainerMarks } from './container-marks.ts';
import { createMachine } from './machine.ts';
import { createPorts } from './ports.ts';
import { containerRecipes, missingRecipes, processRecipes } from './recipes.ts';
import { createServiceLock } from './service-lock.ts';
import type { OtherSizes, ServiceRunner } from './service-runner.ts';

/** Ports that only root can open, and an engine that runs as root. */
const FIRST_UNPRIVILEGED_PORT = 1024;

/** Null for a folder that this process can't see, as that of an engine on another machine. */
const freeMibOf = async (folder: string): Promise<number | null> => {
  const found = await statfs(folder).catch(() => null);
  return found === null ? null : Math.floor((found.bavail * found.bsize) / (1024 * 1024));
};

const withDisk = async (runner: ServiceRunner, instance: Instance, signal: AbortSignal): Promise<Instance> => ({
  ...instance,
  diskFreeMib: await freeMibOf(await runner.storage(signal)),
});

export interface LocalDriverOptions {
  /** The address of this machine that services listen on. */
  readonly address: string;
  /** Memory that all services together may use; null: each may use what the machine has. */
  readonly maxMemoryMib: number | null;
  /** Absolute; for what is to be remembered. Two servers with the same one never change a service at once. */
  readonly directory: string;
  /** Asked once, when first needed. */
  readonly processHome: () => Promise<ProcessHome>;
  /** `unix://` and a path; null: the usual sockets, else processes. */
  readonly dockerHost: string | null;
  /** Null: the built-in table. */
  readonly images: ServiceImages | null;
  /** Where an engine is looked for without DOCKER_HOST. */
  readonly sockets?: readonly string[];
}

/** The engine answers, or why it does not. */
type EngineState = { readonly runner: ServiceRunner } | { readonly reason: string };

/**
 * Runs services on this machine: in containers if an engine answers, otherwise as processes. An engine that DOCKER_HOST names is
 * never replaced by processes, which isolate less. A service stays what it was created as.
 */
export const createLocalDriver = (options: LocalDriverOptions): CloudDriver => {
  const { address, maxMemoryMib, directory, processHome, dockerHost, sockets = usualSockets } = options;
  const images = options.images ?? defaultImages;
  const machine = createMachine(maxMemoryMib);
  const ports = createPorts(address);
  const lock = createServiceLock(directory);
  const marks = createContainerMarks(directory);
  const otherSizes: OtherSizes = async (service, signal) => {
    const engine = await engineIfUsed(await marks.hasAny(), signal);
    return [...(await processes.sizesBut(service, signal)), ...((await engine?.sizesBut(service, signal)) ?? [])];
  };
  const shared = { address, ports, machine, lock, directory, otherSizes };
  const processes = createProcessRunner({ home: processHome, recipes: processRecipes, ...shared });

  const askEngine = async (signal: AbortSignal): Promise<EngineState> => {
    try {
      const path = await findSocketPath(dockerHost, sockets);
      if (path === null) return { reason: 'No container engine is installed: install Docker or Podman, or set DOCKER_HOST.' };
      const engine = new ContainerEngine(new EngineSocket(path));
      await engine.ping(signal);
      return { runner: createContainerRunner({ engine, images, recipes: containerRecipes, missingRecipes, ...shared }) };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { reason: error.message };
    }
  };

  const needEngine = async (signal: AbortSignal): Promise<ServiceRunner> => {
    const asked = await askEngine(signal);
    if ('runner' in asked) return asked.runner;
    throw new ProviderError('transient', asked.reason);
  };

  /** Null if the engine is away and nothing can be in it. */
  const engineIfUsed = async (isUsed: boolean, signal: AbortSignal): Promise<ServiceRunner | null> => {
    if (isUsed || dockerHost !== null) return needEngine(signal);
    const asked = await askEngine(signal);
    return 'runner' in asked ? asked.runner : null;
  };

  /** The way in which an existing service runs. */
  const runnerOf = async (tag: ServiceTag, signal: AbortSignal): Promise<ServiceRunner> => {
    if (await marks.has(tag)) return needEngine(signal);
    if (await processes.exists(tag, signal)) return processes;
    return (await engineIfUsed(false, signal)) ?? processes;
  };

  return {
    cloud: 'local',
    check: async () => undefined,
    address,

    async survey(signal) {
      const asked = await askEngine(signal);
      const asProcess = await processes.survey();
      const inContainer = 'runner' in asked ? await asked.runner.survey() : null;
      const supportOf = (solution: SolutionSlug): SolutionSupport => {
        if (inContainer !== null) return inContainer(solution);
        const reason = 'reason' in asked ? asked.reason : '';
        const missing = missingRecipes[solution];
        if (missing !== undefined && dockerHost === null) {
          return { runs: false, reason: `Notafter can't run ${solutions[solution].name}. ${missing}` };
        }
        const found = asProcess(solution);
        if (found.runs && dockerHost === null) return found;
        return { runs: false, reason: found.runs || dockerHost !== null ? reason : `${found.reason} ${reason}` };
      };
      return { solutions: forEachSolution(supportOf), capacity: machine.capacity };
    },

    async reservePorts(solution, signal) {
      const engine = await engineIfUsed(await marks.hasAny(), signal);
      const taken = [...(await processes.takenPorts(signal)), ...((await engine?.takenPorts(signal)) ?? [])];
      return ports.reserve(solution, { taken, lowest: engine === null ? FIRST_UNPRIVILEGED_PORT : 1 });
    },

    async create(spec, signal, origin) {
      const runner = await runnerOf(spec.tag, signal);
      if (runner !== processes) await marks.add(spec.tag);
      return withDisk(runner, await runner.create(spec, signal, origin), signal);
    },
    async observe(tag, signal) {
      const runner = await runnerOf(tag, signal);
      const found = await runner.observe(tag, signal);
      return found === null ? null : withDisk(runner, found, signal);
    },
    async resize(spec, signal) {
      const runner = await runnerOf(spec.tag, signal);
      return withDisk(runner, await runner.resize(spec, signal), signal);
    },
    replaceCertificate: async (spec, signal) => (await runnerOf(spec.tag, signal)).replaceCertificate(spec, signal),
    reasonAgainstAllowlist: async (tag, solution, signal) => (await runnerOf(tag, signal)).reasonAgainstAllowlist(tag, solution, signal),
    setAllowlist: async (spec, signal) => (await runnerOf(spec.tag, signal)).setAllowlist(spec, signal),
    restart: async (tag, signal) => (await runnerOf(tag, signal)).restart(tag, signal),
    async *copyData(tag, terms, signal) {
      yield* (await runnerOf(tag, signal)).copyData(tag, terms, signal);
    },
    logs: async (tag, signal) => (await runnerOf(tag, signal)).logs(tag, signal),

    async remove(tag, signal) {
      // Both: whatever has the tag goes.
      const engine = await engineIfUsed(await marks.has(tag), signal);
      const isGone = [await processes.remove(tag, signal), (await engine?.remove(tag, signal)) ?? true].every(Boolean);
      if (isGone) await marks.remove(tag);
      return isGone;
    },

    async list(installation, signal) {
      const engine = await engineIfUsed(await marks.hasAny(), signal);
      const found = [...(await processes.list(installation, signal)), ...((await engine?.list(installation, signal)) ?? [])];
      return [...new Map(found.map((tag) => [tag.service, tag])).values()];
    },
  };
};
