import {
  type DataOrigin,
  type Instance,
  ProviderError,
  type ServiceSize,
  type ServiceSpec,
  type ServiceTag,
  type SolutionSlug,
  serverCertificateOf,
  solutions,
} from '@notafter/domain';
import { movedArchive } from '../archives/moved-archive.ts';
import { releaseEngine } from '../copies/release.ts';
import { whileHeld } from '../copies/release-guard.ts';
import { copied } from '../copies/staged-copy.ts';
import { assertReadable } from '../engines/data-version.ts';
import { requireRoom } from '../local/data-size.ts';
import type { Machine } from '../local/machine.ts';
import type { Ports } from '../local/ports.ts';
import type { ServiceLock } from '../local/service-lock.ts';
import type { OtherSizes, ServiceRunner } from '../local/service-runner.ts';
import { type Container, type ContainerEngine, hasTag } from './container-engine.ts';
import { ended, type Facts, idle, isSamePorts, isSameSize, namesOf, PAUSED, readFacts, stateOf } from './container-facts.ts';
import { type ContainerRecipe, type ContainerRecipes, certificateFiles, FILES, HOSTNAME } from './container-recipe.ts';
import { isOvertaken } from './engine-socket.ts';
import { readStoredImage, type ServiceImage, type ServiceImages } from './images.ts';

/** A container carries all that is to be known of its service. */
const FACTS = 'notafter.facts';
const IMAGE = 'notafter.image';

export interface ContainerRunnerOptions {
  readonly engine: ContainerEngine;
  readonly images: ServiceImages;
  readonly recipes: ContainerRecipes;
  /** Why a solution has none. */
  readonly missingRecipes: Readonly<Partial<Record<SolutionSlug, string>>>;
  readonly address: string;
  readonly ports: Ports;
  readonly machine: Machine;
  readonly lock: ServiceLock;
  /** Where copies of data are for a while. */
  readonly directory: string;
  readonly otherSizes: OtherSizes;
}

const NO_ALLOWLIST =
  "The addresses of clients can't be restricted for containers on the local cloud: the container engine may replace them.";

/**
 * Runs engines in containers, each with a network and a volume of the same service. The data is in the volume, which no change
 * removes; a container is replaced freely, and its successor starts only after it is gone.
 */
export const createContainerRunner = (options: ContainerRunnerOptions): ServiceRunner => {
  const { engine, images, recipes, missingRecipes, address, ports, machine, lock, directory, otherSizes } = options;

  const recipeOf = (solution: SolutionSlug): { readonly recipe: ContainerRecipe; readonly image: ServiceImage } => {
    const recipe = recipes[solution];
    const image = images[solution];
    if (recipe !== undefined && image !== undefined) return { recipe, image };
    throw new ProviderError('invalid', `${solutions[solution].name} can't run in a container here: the table of images does not have it.`);
  };

  const find = async (name: string, tag: ServiceTag, signal: AbortSignal): Promise<Container | null> => {
    const found = await engine.inspect(name, signal);
    return found !== null && hasTag(found.Config.Labels, tag) ? found : null;
  };

  const instanceOf = (tag: ServiceTag, container: Container): Instance => {
    const facts = readFacts(container.Config.Labels[FACTS]);
    return {
      ...{ tag, by: 'container', host: address, ports: facts?.ports ?? [], size: facts?.size ?? null },
      ...stateOf(container),
      restarts: container.RestartCount ?? 0,
      outOfMemory: container.State.OOMKilled === true,
      diskFreeMib: null,
    };
  };

  const ensureImage = async ({ image }: ServiceImage, signal: AbortSignal): Promise<void> => {
    if (await engine.hasImage(image, signal)) return;
    try {
      await engine.pullImage(image, signal);
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      const fix = 'Without a registry, load it with "docker load", or name another image in the file of SERVICES_IMAGES.';
      throw new ProviderError('invalid', `The image ${image} is not on this server and can't be pulled (${reason}). ${fix}`, {
        cause: error,
      });
    }
  };

  /** The image that made the data: another major version could not read it. */
  const imageOf = async (spec: ServiceSpec, signal: AbortSignal): Promise<ServiceImage> => {
    const found = await engine.findVolumeLabels(namesOf(spec.tag).volume, spec.tag, signal);
    return readStoredImage(found?.[IMAGE]) ?? recipeOf(spec.solution).image;
  };

  /** Creates a container that does not run yet. Files are put by `begin`, since a crash may come between. */
  const make = async (name: string, spec: ServiceSpec, size: ServiceSize, image: ServiceImage, signal: AbortSignal): Promise<void> => {
    const { recipe } = recipeOf(spec.solution);
    const { command, environment } = recipe.contents({ size, credentials: spec.credentials, uid: image.uid });
    const facts: Facts = { ports: [...spec.ports], size };
    const { volume, network } = namesOf(spec.tag);
    await engine.createContainer(
      {
        ...{ name, tag: spec.tag, image: image.image, command, environment, network, address, hostname: HOSTNAME },
        labels: { [FACTS]: JSON.stringify(facts) },
        volume: { name: volume, target: image.data },
        ports: spec.ports.map(({ name: port, port: outside }) => ({
          name: port,
          port: outside,
          inside: recipe.insidePorts[port] ?? outside,
        })),
        ...{ memoryMib: size.memoryMib, cpus: size.cpus, openFiles: recipe.openFiles },
      },
      signal,
    );
  };

  const begin = async (
    container: Container,
    spec: ServiceSpec,
    size: ServiceSize,
    image: ServiceImage,
    signal: AbortSignal,
  ): Promise<void> => {
    const { files } = recipeOf(spec.solution).recipe.contents({ size, credentials: spec.credentials, uid: image.uid });
    await engine.putFiles(container.Id, FILES, [...certificateFiles(serverCertificateOf(spec), image.uid), ...files], signal);
    await engine.start(container.Id, signal);
  };

  const absent = () => new ProviderError('not_found', 'The service does not exist on this server.');

  const get = async (name: string, tag: ServiceTag, signal: AbortSignal): Promise<Container> => {
    const found = await find(name, tag, signal);
    if (found === null) throw absent();
    return found;
  };

  /** Removes a successor that never started. */
  const dropSuccessor = async (tag: ServiceTag, signal: AbortSignal): Promise<void> => {
    const left = await find(namesOf(tag).successor, tag, signal);
    if (left !== null) await engine.removeContainer(left.Id, { force: false }, signal);
  };

  /** Gives a successor whose predecessor is gone its name. */
  const promote = async (tag: ServiceTag, signal: AbortSignal): Promise<void> => {
    const left = await find(namesOf(tag).successor, tag, signal);
    if (left !== null) await engine.rename(left.Id, namesOf(tag).container, signal);
  };

  const createAnew = async (spec: ServiceSpec, signal: AbortSignal): Promise<void> => {
    const { tag, solution } = spec;
    const { container, volume, network } = namesOf(tag);
    const size = machine.sizeFor(spec.size, solution, await otherSizes(tag.service, signal));
    const image = await imageOf(spec, signal);
    await ports.assertFree(spec.ports);
    await ensureImage(image, signal);
    const hadVolume = (await engine.listVolumes(tag, signal)).length > 0;
    await engine.createVolume(volume, tag, { [IMAGE]: JSON.stringify(image) }, signal);
    if ((await engine.listNetworks(tag, signal)).length === 0) await engine.createNetwork(network, tag, signal);
    await make(container, spec, size, image, signal);
    try {
      await begin(await get(container, tag, signal), spec, size, image, signal);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.fault !== 'port_taken') throw error;
      // The caller asks again with other ports. Nothing of it has run, so it has no data yet.
      await engine.removeContainer((await get(container, tag, signal)).Id, { force: false }, signal);
      if (!hadVolume) await engine.removeVolume(volume, signal);
      throw error;
    }
  };

  /**
   * A container whose volume has the data of a backup. It gets the name of the service only when all of it is there: what is left
   * of an interrupted try is under the successor's name, and goes.
   */
  const createFilled = async (spec: ServiceSpec, origin: DataOrigin, signal: AbortSignal): Promise<void> => {
    const { tag, solution } = spec;
    const { container, successor, volume, network } = namesOf(tag);
    const { recipe, image } = recipeOf(solution);
    if (origin.by === 'process' && recipe.againstProcessData !== undefined) throw new ProviderError('invalid', recipe.againstProcessData);
    // The engine of TimescaleDB says PostgreSQL's version.
    assertReadable(solution, { made: origin.engine, offered: /-pg(\d+)/.exec(image.image)?.[1] ?? image.version });
    const size = machine.sizeFor(spec.size, solution, await otherSizes(tag.service, signal));
    await ports.assertFree(spec.ports);
    await ensureImage(image, signal);
    await dropSuccessor(tag, signal);
    for (const left of await engine.listVolumes(tag, signal)) await engine.removeVolume(left, signal);
    await engine.createVolume(volume, tag, { [IMAGE]: JSON.stringify(image) }, signal);
    if ((await engine.listNetworks(tag, signal)).length === 0) await engine.createNetwork(network, tag, signal);
    await make(successor, spec, size, image, signal);
    const archive = movedArchive(origin.open(signal), { folder: recipe.dataFolder?.(image) ?? '', uid: image.uid });
    await engine.putArchive((await get(successor, tag, signal)).Id, image.data, archive, signal);
    await promote(tag, signal);
    await begin(await get(container, tag, signal), spec, size, image, signal);
  };

  /** Lets a container go on that an interrupted copy has left paused. */
  const resume = async (tag: ServiceTag, signal: AbortSignal): Promise<void> => {
    const found = await find(namesOf(tag).container, tag, signal);
    if (found?.State.Status === PAUSED) await releaseEngine(engine.releaseOf(found.Id, 'unpause'), signal);
  };

  /** One change at a time. The engine acts on a paused container in no other way. */
  const change = <Result>(tag: ServiceTag, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
    lock.hold(tag.service, signal, async () => {
      await resume(tag, signal);
      return work().catch((error: unknown) => {
        if (!isOvertaken(error)) throw error;
        throw new ProviderError('transient', `The container engine still does what it was asked before. ${error.message}`, {
          cause: error,
        });
      });
    });

  /** Starts a container that somebody stopped. Null while a change of ours is under way, which stops it too. */
  const revive = (tag: ServiceTag, signal: AbortSignal): Promise<Instance | null> =>
    lock.tryHold(tag.service, async () => {
      const found = await find(namesOf(tag).container, tag, signal);
      if (found === null) return null;
      try {
        await engine.start(found.Id, signal);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        return { ...instanceOf(tag, found), state: 'failed', problem: error.message };
      }
      const started = await find(namesOf(tag).container, tag, signal);
      return started === null ? null : instanceOf(tag, started);
    });

  return {
    storage: (signal) => engine.rootFolder(signal),

    async exists(tag, signal) {
      const left = [engine.listContainers(tag, signal), engine.listVolumes(tag, signal), engine.listNetworks(tag, signal)];
      return (await Promise.all(left)).some((found) => found.length > 0);
    },

    async survey() {
      return (solution) => {
        const image = images[solution];
        const reason = missingRecipes[solution] ?? 'The table of images does not have it.';
        return image === undefined || recipes[solution] === undefined
          ? { runs: false, reason: `Notafter can't run ${solutions[solution].name}. ${reason}` }
          : { runs: true, by: 'container', version: image.version };
      };
    },

    async takenPorts(signal) {
      const marked = await engine.listMarked(null, signal);
      return marked.flatMap(({ labels }) => readFacts(labels[FACTS])?.ports.map(({ port }) => port) ?? []);
    },
    async sizesBut(service, signal) {
      const others = (await engine.listMarked(null, signal)).filter(({ tag }) => tag.service !== service);
      return others.flatMap(({ labels }) => readFacts(labels[FACTS])?.size ?? []);
    },

    create: (spec, signal, origin) =>
      change(spec.tag, signal, async () => {
        const { tag } = spec;
        const name = namesOf(tag).container;
        const foreign = await engine.inspect(name, signal);
        if (foreign !== null && !hasTag(foreign.Config.Labels, tag)) {
          throw new ProviderError('conflict', 'Another installation has a service with this ID here.');
        }
        if (foreign === null && origin !== undefined) {
          await createFilled(spec, origin, signal);
          return instanceOf(tag, await get(name, tag, signal));
        }
        if (foreign === null) await promote(tag, signal);
        else await dropSuccessor(tag, signal);
        const found = await find(name, tag, signal);
        const facts = readFacts(found?.Config.Labels[FACTS]);
        if (found !== null && found.State.Status === 'created' && !isSamePorts(facts?.ports ?? [], spec.ports)) {
          await engine.removeContainer(found.Id, { force: false }, signal);
          await createAnew(spec, signal);
        } else if (found === null) {
          await createAnew(spec, signal);
        } else if (idle.has(found.State.Status)) {
          await begin(found, spec, facts?.size ?? spec.size, await imageOf(spec, signal), signal);
        }
        return instanceOf(tag, await get(name, tag, signal));
      }),

    async observe(tag, signal) {
      const { container, successor } = namesOf(tag);
      const found = (await find(container, tag, signal)) ?? (await find(successor, tag, signal));
      if (found !== null && ended.has(found.State.Status)) return (await revive(tag, signal)) ?? instanceOf(tag, found);
      // Without the lock, a copy is under way.
      if (found?.State.Status === PAUSED) await lock.tryHold(tag.service, () => resume(tag, signal));
      if (found !== null) return instanceOf(tag, found);
      if ((await engine.listVolumes(tag, signal)).length === 0) return null;
      // A creation or a removal that was interrupted.
      return {
        tag,
        by: 'container',
        state: 'creating',
        host: address,
        ports: [],
        size: null,
        problem: null,
        restarts: 0,
        outOfMemory: false,
        diskFreeMib: null,
      };
    },

    resize: (spec, signal) =>
      change(spec.tag, signal, async () => {
        const { tag, solution } = spec;
        const { container, successor } = namesOf(tag);
        const size = machine.sizeFor(spec.size, solution, await otherSizes(tag.service, signal));
        const image = await imageOf(spec, signal);
        const old = await find(container, tag, signal);
        if (old === null) {
          // An earlier resize was interrupted after it had removed the old one.
          if ((await engine.listVolumes(tag, signal)).length === 0) throw absent();
          await dropSuccessor(tag, signal);
          await createAnew(spec, signal);
          return instanceOf(tag, await get(container, tag, signal));
        }
        const inForce = readFacts(old.Config.Labels[FACTS])?.size;
        if (inForce !== undefined && size.diskGib < inForce.diskGib)
          requireRoom(await engine.volumeBytes(namesOf(tag).volume, signal), size);
        if (inForce !== undefined && isSameSize(inForce, size)) {
          if (idle.has(old.State.Status)) await begin(old, spec, size, image, signal);
        } else {
          // Created while the old one runs: whatever the engine refuses, it refuses before anything stops.
          await ensureImage(image, signal);
          await dropSuccessor(tag, signal);
          await make(successor, spec, size, image, signal);
          await engine.stop(old.Id, signal);
          await engine.removeContainer(old.Id, { force: false }, signal);
          await promote(tag, signal);
          await begin(await get(container, tag, signal), spec, size, image, signal);
        }
        return instanceOf(tag, await get(container, tag, signal));
      }),

    replaceCertificate: (spec, signal) =>
      change(spec.tag, signal, async () => {
        const found = await get(namesOf(spec.tag).container, spec.tag, signal);
        const { uid } = await imageOf(spec, signal);
        await engine.putFiles(found.Id, FILES, certificateFiles(serverCertificateOf(spec), uid), signal);
        return recipeOf(spec.solution).recipe.isRestartedForCertificate;
      }),

    reasonAgainstAllowlist: async () => NO_ALLOWLIST,
    setAllowlist: async ({ allowlist }) => {
      if (allowlist.length > 0) throw new ProviderError('invalid', NO_ALLOWLIST);
    },
    restart: (tag, signal) =>
      change(tag, signal, async () => {
        await engine.restart((await get(namesOf(tag).container, tag, signal)).Id, signal);
      }),

    copyData(tag, terms, signal) {
      return copied(directory, tag.service, (staged) =>
        change(tag, signal, async () => {
          const { Id: id, State } = await get(namesOf(tag).container, tag, signal);
          if (State.Status !== 'running') throw new ProviderError('transient', 'The container does not run.');
          const image = readStoredImage((await engine.findVolumeLabels(namesOf(tag).volume, tag, signal))?.[IMAGE]);
          if (image === null) throw new ProviderError('invalid', 'The volume of this service does not say where its data is.');
          await staged.assertRoom(await engine.volumeBytes(namesOf(tag).volume, signal));
          const isPause = terms.hold === 'pause';
          await terms.around(() =>
            whileHeld(
              engine.releaseOf(id, isPause ? 'unpause' : 'start'),
              {
                hold: () => (isPause ? engine.pause(id, signal) : engine.stop(id, signal)),
                isHeld: async () => {
                  const status = (await engine.inspect(id, signal))?.State.Status ?? '';
                  return isPause ? status === PAUSED : ended.has(status);
                },
              },
              () => staged.fill((limit) => engine.readArchive(id, image.data, limit), signal),
            ),
          );
        }),
      );
    },

    remove: (tag, signal) =>
      change(tag, signal, async () => {
        for (const { id } of await engine.listContainers(tag, signal)) await engine.removeContainer(id, { force: true }, signal);
        if ((await engine.listContainers(tag, signal)).length > 0) return false;
        for (const volume of await engine.listVolumes(tag, signal)) await engine.removeVolume(volume, signal);
        for (const network of await engine.listNetworks(tag, signal)) await engine.removeNetwork(network, signal);
        return (await engine.listVolumes(tag, signal)).length === 0 && (await engine.listNetworks(tag, signal)).length === 0;
      }),

    async list(installation, signal) {
      const marked = await engine.listMarked(installation, signal);
      return [...new Map(marked.map(({ tag }) => [tag.service, tag])).values()];
    },

    async logs(tag, signal) {
      const found = await find(namesOf(tag).container, tag, signal);
      return found === null ? '' : engine.logs(found.Id, signal);
    },
  };
};
