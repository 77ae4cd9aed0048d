import {
  type DataOrigin,
  type Instance,
  ProviderError,
  type ServicePort,
  type ServiceSize,
  type ServiceSpec,
  type ServiceTag,
  type SolutionSlug,
  serverCertificateOf,
  solutions,
} from '@notafter/domain';
import { folderArchive } from '../archives/folder-archive.ts';
import { whileHeld } from '../copies/release-guard.ts';
import { copied } from '../copies/staged-copy.ts';
import { assertReadable } from '../engines/data-version.ts';
import { bytesBelow, requireRoom } from '../local/data-size.ts';
import type { Machine } from '../local/machine.ts';
import type { Ports } from '../local/ports.ts';
import type { ServiceLock } from '../local/service-lock.ts';
import type { OtherSizes, ServiceRunner } from '../local/service-runner.ts';
import { freezeProcesses } from './freeze-processes.ts';
import type { ProcessHome } from './process-home.ts';
import type { FoundPrograms, ProcessRecipe } from './process-recipe.ts';
import { findByArgument, findByMark, identify, isRunning, isStopped, type ProcessIdentity, signalProcess } from './process-table.ts';
import { lastWords, startDetached } from './run-program.ts';
import { isTagged, listRecords, ServiceFolder, type ServiceRecord } from './service-folder.ts';
import { stopProcesses } from './stop-processes.ts';

/** An engine that dies at once is not started more often than this. */
const RESTART_PAUSE_MS = 5000;
/** Programs that an engine starts inherit it, and are found by it. */
const SERVICE_VARIABLE = 'NOTAFTER_SERVICE';
/** Its data goes away too, so nothing is lost by force. */
const REMOVAL_GRACE_MS = 5000;

export type ProcessRecipes = Readonly<Partial<Record<SolutionSlug, ProcessRecipe>>>;

export interface ProcessRunnerOptions {
  /** Asked once, when first needed. */
  readonly home: () => Promise<ProcessHome>;
  readonly recipes: ProcessRecipes;
  readonly address: string;
  readonly ports: Ports;
  readonly machine: Machine;
  readonly lock: ServiceLock;
  /** Where copies of data are for a while. */
  readonly directory: string;
  readonly otherSizes: OtherSizes;
}

const isSameSize = (a: ServiceSize, b: ServiceSize): boolean => a.memoryMib === b.memoryMib && a.cpus === b.cpus;

/**
 * Runs engines as processes that outlive us. A service is its folder; its process is found again by its start time, or by the
 * folder in its command line. One that has died is started again when somebody looks.
 */
export const createProcessRunner = (options: ProcessRunnerOptions): ServiceRunner => {
  const { recipes, address, ports, machine, lock, directory, otherSizes } = options;
  let opened: Promise<ProcessHome> | undefined;
  const getHome = (): Promise<ProcessHome> => {
    opened ??= options.home();
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };

  const recipeOf = (solution: SolutionSlug): ProcessRecipe => {
    const recipe = recipes[solution];
    if (recipe !== undefined) return recipe;
    throw new ProviderError('invalid', `${solutions[solution].name} runs in a container only.`);
  };

  /** Null if the folder is another installation's, or has nothing. */
  const readTagged = async (folder: ServiceFolder, tag: ServiceTag): Promise<ServiceRecord | null> => {
    const record = await folder.read();
    return record !== null && isTagged(tag, record) ? record : null;
  };

  const enginesOf = async (folder: ServiceFolder): Promise<ProcessIdentity[]> =>
    findByArgument(`${folder.path}/`, (await getHome()).account.uid);

  /** A copy that was interrupted may have left the engine frozen. For one that runs it does nothing. */
  const thaw = async (folder: ServiceFolder): Promise<void> => {
    for (const one of await enginesOf(folder)) await signalProcess(one, 'SIGCONT');
  };

  /** Ends the engine, and then what it leaves behind. */
  const stopAll = async (folder: ServiceFolder, signal: NodeJS.Signals | null, graceMs?: number): Promise<void> => {
    await thaw(folder);
    await stopProcesses({
      engines: () => enginesOf(folder),
      all: async () => findByMark(`${folder.path}/`, (await getHome()).account.uid),
      signal,
      ...(graceMs === undefined ? {} : { graceMs }),
    });
  };

  /** The engine; it may run without being noted, if we died right after we started it. */
  const findRunning = async (folder: ServiceFolder, record: ServiceRecord): Promise<ProcessIdentity | null> => {
    if (record.start !== null && (await isRunning(record.start.process))) return record.start.process;
    if (!(await folder.hasData())) return null;
    return (await enginesOf(folder))[0] ?? null;
  };

  const problemOf = async (folder: ServiceFolder, record: ServiceRecord): Promise<string> => {
    const log = await folder.readLog();
    const line = log.match(new RegExp(recipeOf(record.solution).problemLine, 'g'))?.at(-1);
    return `${solutions[record.solution].name} ended${line === undefined ? '.' : `: ${lastWords(line)}`}`;
  };

  const instanceOf = (record: ServiceRecord, state: Instance['state'], problem: string | null = null): Instance => ({
    tag: { installation: record.installation, service: record.service },
    by: 'process',
    state,
    host: address,
    ports: record.ports,
    size: record.start?.size ?? record.size,
    problem,
    restarts: record.restarts,
    outOfMemory: false,
    diskFreeMib: null,
  });

  const start = async (folder: ServiceFolder, record: ServiceRecord): Promise<ServiceRecord> => {
    const home = await getHome();
    await ports.assertFree(record.ports);
    const { size, programs, allowlist } = record;
    const command = await recipeOf(record.solution).command({ home, folder, address, ports: record.ports, size, programs, allowlist });
    const env = { ...command.env, [SERVICE_VARIABLE]: `${folder.path}/` };
    const pid = await startDetached({ ...command, env }, { account: home.account, directory: folder.data }, folder.log);
    const process = await identify(pid);
    const started = { ...record, start: process === null ? record.start : { process, size, atMs: Date.now() } };
    await folder.write(started);
    return started;
  };

  const stop = async (folder: ServiceFolder, record: ServiceRecord): Promise<ServiceRecord> => {
    // Stored first, so that nobody counts this end as a crash. Until then it is found by its command line.
    const stopped = { ...record, start: null };
    await folder.write(stopped);
    await stopAll(folder, recipeOf(record.solution).stopSignal);
    return stopped;
  };

  const initialize = async (
    folder: ServiceFolder,
    record: ServiceRecord,
    { credentials }: ServiceSpec,
    { signal, origin }: { readonly signal: AbortSignal; readonly origin: DataOrigin | undefined },
  ): Promise<void> => {
    const home = await getHome();
    // Programs of a creation that died with its caller, which may still write.
    await stopAll(folder, null);
    const data = await folder.makeNewData();
    const { size, programs, allowlist } = record;
    const recipe = recipeOf(record.solution);
    const run = { home, folder, address, ports: record.ports, size, programs, allowlist, data, signal };
    if (origin === undefined) await recipe.initialize({ ...run, credentials });
    else await recipe.restore(run, origin);
    await folder.adoptNewData();
  };

  /** The record of a new service, stored. Rejects before anything is made if the service can't run. */
  const register = async (folder: ServiceFolder, spec: ServiceSpec, signal: AbortSignal, origin?: DataOrigin): Promise<ServiceRecord> => {
    const { solution, tag } = spec;
    if ((await folder.read()) !== null) throw new ProviderError('conflict', 'Another installation has a service with this ID here.');
    // Its roles and settings could run programs as the user of all services.
    if (origin !== undefined && origin.by !== 'process') {
      const message = `This backup was taken in a ${origin.by}. Its users could do everything there, so it is not restored as a process of this server.`;
      throw new ProviderError('invalid', message);
    }
    const found = await recipeOf(solution).find(await getHome(), origin?.engine);
    if (!found.found) throw new ProviderError('invalid', found.reason);
    if (origin !== undefined) assertReadable(solution, { made: origin.engine, offered: found.version });
    const size = machine.sizeFor(spec.size, solution, await otherSizes(tag.service, signal));
    await ports.assertFree(spec.ports);
    const { programs } = found;
    const record = {
      ...tag,
      solution,
      programs,
      ports: [...spec.ports],
      size,
      start: null,
      restarts: 0,
      allowlist: [...spec.allowlist],
      isRemoved: false,
    };
    await folder.write(record);
    return record;
  };

  const withPorts = async (folder: ServiceFolder, record: ServiceRecord, wanted: readonly ServicePort[]): Promise<ServiceRecord> => {
    const isSame = wanted.every(({ name, port }) => record.ports.some((one) => one.name === name && one.port === port));
    if (isSame) return record;
    await ports.assertFree(wanted);
    const moved = { ...record, ports: [...wanted] };
    await folder.write(moved);
    return moved;
  };

  /** The record of a service that is to exist, for a change under the lock. */
  const getTagged = async (folder: ServiceFolder, tag: ServiceTag): Promise<ServiceRecord> => {
    const record = await readTagged(folder, tag);
    if (record === null) throw new ProviderError('not_found', 'The service does not exist on this server.');
    if (record.isRemoved) throw new ProviderError('conflict', 'The service is being removed.');
    return record;
  };

  /** Counts a start only if nobody asked for the stop before it. */
  const restartDead = async (folder: ServiceFolder, record: ServiceRecord): Promise<ServiceRecord> => {
    await stopAll(folder, null);
    return start(folder, record.start === null ? record : { ...record, restarts: record.restarts + 1 });
  };

  const folderOf = async ({ service }: ServiceTag): Promise<ServiceFolder> => new ServiceFolder(await getHome(), service);

  return {
    storage: async () => (await getHome()).path,
    exists: async (tag) => (await readTagged(await folderOf(tag), tag)) !== null,

    async survey() {
      const home = await getHome();
      const found = new Map<SolutionSlug, FoundPrograms>();
      for (const recipe of Object.values(recipes)) found.set(recipe.solution, await recipe.find(home));
      return (solution) => {
        const programs = found.get(solution);
        if (programs === undefined) return { runs: false, reason: `${solutions[solution].name} runs in a container only.` };
        return programs.found ? { runs: true, by: 'process', version: programs.version } : { runs: false, reason: programs.reason };
      };
    },

    async takenPorts() {
      return (await listRecords(await getHome())).flatMap((record) => record.ports.map(({ port }) => port));
    },
    async sizesBut(service) {
      return (await listRecords(await getHome())).filter((record) => record.service !== service).map(({ size }) => size);
    },

    async create(spec, signal, origin) {
      const folder = await folderOf(spec.tag);
      return lock.hold(spec.tag.service, signal, async () => {
        let record = (await readTagged(folder, spec.tag)) ?? (await register(folder, spec, signal, origin));
        if (record.isRemoved) throw new ProviderError('conflict', 'The service is being removed.');
        const running = await findRunning(folder, record);
        if (running !== null) return instanceOf(record, 'running');
        record = await withPorts(folder, record, spec.ports);
        await folder.writeCertificate(serverCertificateOf(spec));
        if (!(await folder.hasData())) await initialize(folder, record, spec, { signal, origin });
        return instanceOf(await restartDead(folder, record), 'starting');
      });
    },

    async observe(tag) {
      const folder = await folderOf(tag);
      const record = await readTagged(folder, tag);
      if (record === null) return null;
      if (record.isRemoved) return instanceOf(record, 'stopped');
      if (!(await folder.hasData())) return instanceOf(record, 'creating');
      const running = await findRunning(folder, record);
      if (running !== null) {
        // Without the lock, a copy is under way.
        if (await isStopped(running.pid)) await lock.tryHold(tag.service, () => thaw(folder));
        return instanceOf(record, 'running');
      }
      const problem = await problemOf(folder, record);
      if (record.start !== null && Date.now() - record.start.atMs < RESTART_PAUSE_MS) return instanceOf(record, 'failed', problem);
      const restarted = await lock.tryHold(tag.service, async () => {
        const current = await readTagged(folder, tag);
        if (current === null || current.isRemoved) return null;
        if ((await findRunning(folder, current)) !== null) return instanceOf(current, 'running');
        try {
          return instanceOf(await restartDead(folder, current), 'starting', current.start === null ? null : problem);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
          return instanceOf(current, 'failed', error.message);
        }
      });
      // Somebody else starts, resizes or removes it at this moment.
      return restarted ?? instanceOf(record, 'starting');
    },

    async resize(spec, signal) {
      const folder = await folderOf(spec.tag);
      return lock.hold(spec.tag.service, signal, async () => {
        const record = await getTagged(folder, spec.tag);
        const size = machine.sizeFor(spec.size, spec.solution, await otherSizes(spec.tag.service, signal));
        if (size.diskGib < record.size.diskGib) requireRoom(await bytesBelow(folder.data), size);
        const running = await findRunning(folder, record);
        const isInForce = running !== null && record.start?.process.pid === running.pid && isSameSize(record.start.size, size);
        if (isInForce) return instanceOf(record, 'running');
        // Stored first: after a crash, the next start has the new size.
        const resized = { ...record, size };
        await folder.write(resized);
        const stopped = await stop(folder, resized);
        return instanceOf(await start(folder, stopped), 'starting');
      });
    },

    async replaceCertificate(spec, signal) {
      const folder = await folderOf(spec.tag);
      return lock.hold(spec.tag.service, signal, async () => {
        const record = await getTagged(folder, spec.tag);
        await folder.writeCertificate(serverCertificateOf(spec));
        return recipeOf(record.solution).isRestartedForCertificate;
      });
    },

    async reasonAgainstAllowlist(_tag, solution) {
      return recipes[solution]?.rules === undefined
        ? `${solutions[solution].name} can't restrict the addresses of clients on the local cloud.`
        : null;
    },

    async setAllowlist(spec, signal) {
      const folder = await folderOf(spec.tag);
      await lock.hold(spec.tag.service, signal, async () => {
        const record = await getTagged(folder, spec.tag);
        const { rules } = recipeOf(record.solution);
        if (rules === undefined)
          throw new ProviderError('invalid', `${solutions[record.solution].name} can't restrict the addresses of clients.`);
        const allowlist = [...spec.allowlist];
        // The rules are written again at each start, from the record.
        await rules.write({ folder, address, allowlist });
        await folder.write({ ...record, allowlist });
        const running = await findRunning(folder, record);
        if (running !== null) await signalProcess(running, rules.reloadSignal);
      });
    },

    async restart(tag, signal) {
      const folder = await folderOf(tag);
      await lock.hold(tag.service, signal, async () => {
        await start(folder, await stop(folder, await getTagged(folder, tag)));
      });
    },

    async *copyData(tag, terms, signal) {
      const folder = await folderOf(tag);
      yield* copied(directory, tag.service, (staged) =>
        lock.hold(tag.service, signal, async () => {
          const record = await getTagged(folder, tag);
          await thaw(folder);
          const engine = await findRunning(folder, record);
          if (engine === null) throw new ProviderError('transient', `${solutions[record.solution].name} does not run.`);
          await staged.assertRoom(await bytesBelow(folder.data));
          const fill = () => staged.fill(() => folderArchive(folder.data), signal);
          await terms.around(async () => {
            if (terms.hold === 'pause') {
              const hold = { hold: () => freezeProcesses([engine]), isHeld: () => isStopped(engine.pid) };
              await whileHeld({ processes: [engine] }, hold, fill);
              return;
            }
            const stopped = await stop(folder, record);
            try {
              await fill();
            } finally {
              await start(folder, stopped);
            }
          });
        }),
      );
    },

    async remove(tag, abort) {
      const folder = await folderOf(tag);
      return lock.hold(tag.service, abort, async () => {
        const found = await folder.read();
        if (found !== null && !isTagged(tag, found)) return true;
        if (found !== null) await folder.write({ ...found, isRemoved: true });
        const signal = found === null ? null : recipeOf(found.solution).stopSignal;
        await stopAll(folder, signal, REMOVAL_GRACE_MS);
        await folder.remove();
        return true;
      });
    },

    async list(installation) {
      return (await listRecords(await getHome()))
        .filter((record) => record.installation === installation)
        .map(({ service }) => ({ installation, service }));
    },

    async logs(tag) {
      const folder = await folderOf(tag);
      return (await readTagged(folder, tag)) === null ? '' : folder.readLog();
    },
  };
};
