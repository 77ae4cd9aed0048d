import {
  type BackupHeader,
  backupHolds,
  type ClientConnections,
  type CloudDriver,
  type CloudSlug,
  type Credentials,
  type DataOrigin,
  type EngineAccess,
  forEachSolution,
  hasBackups,
  type Instance,
  ProviderError,
  type ProviderFault,
  type ServiceBackups,
  type ServiceGateways,
  type ServicePort,
  type ServiceSpec,
  type ServiceTag,
  type SolutionSlug,
  type SolutionSupport,
  type StoredBackup,
  solutions,
  type TableContents,
} from '@notafter/domain';
import { certificateFacts } from './observations.ts';

interface Machine {
  spec: ServiceSpec;
  /** Where clients connect. */
  host: string;
  /** The cloud's own name for its size. */
  type: string;
  state: Instance['state'];
  isMarked: boolean;
  /** The one in force. */
  credentials: Credentials;
  /** The certificate that it serves, in PEM. */
  served: string;
  diskFreeMib: number | null;
  /** How often it was observed since it last started. */
  looks: number;
  /** The tables of its engine. */
  rows: readonly TableContents[];
  /** Open connections of clients. */
  connections: readonly ClientConnections[];
}

interface StoredObject {
  readonly header: BackupHeader;
  readonly key: Uint8Array;
  readonly credentials: Credentials;
  readonly rows: readonly TableContents[];
}

type Call =
  | 'take'
  | 'verify'
  | 'list_backups'
  | 'remove_backup'
  | 'create'
  | 'observe'
  | 'resize'
  | 'setAllowlist'
  | 'remove'
  | 'signIn'
  | 'setPassword'
  | 'reservePorts'
  | 'list'
  | 'restart'
  | 'listConnections'
  | 'reloadCertificate'
  | 'check';

export interface ScriptedServices extends ServiceGateways {
  readonly drivers: { readonly local: CloudDriver; aws?: CloudDriver };
  /** `local`; a test adds others, whose accounts this cloud in memory has too. */
  readonly clouds: CloudSlug[];
  /** A cloud whose machines make their keys themselves, as the operator's account would have it. */
  readonly machineDriver: (cloud: CloudSlug) => CloudDriver;
  /** The instances on the cloud, by the ID of its service. */
  readonly machines: Map<string, Machine>;
  /** The objects in the store of backups, by name. */
  readonly objects: Map<string, StoredObject>;
  /** Every call that changed something, in order. */
  readonly changes: string[];
  /** The next call of this kind does its work and then throws, or throws before it. */
  fail(call: Call, fault: ProviderFault, options?: { readonly after?: boolean; readonly times?: number }): void;
  /** Solutions that cannot run, with the reason. */
  readonly unavailable: Map<SolutionSlug, string>;
  /** Instances with another mark, as other installations have them. */
  readonly foreign: ServiceTag[];
}

const FIRST_PORT = 20_000;
const BACKUP_BYTES = 4096;
/** As long as the engine starts: observations until it answers. */
const STARTING = 2;

interface Script {
  readonly fault: ProviderFault;
  readonly after: boolean;
  times: number;
}

/** As the scripted reader of certificates reads it. */
const pemOf = (name: string): string => `-----BEGIN CERTIFICATE-----${Buffer.from(name).toString('base64')}-----END CERTIFICATE-----`;
const seedOf = (pem: string): string => Buffer.from(/-----BEGIN CERTIFICATE-----([^-]+)/.exec(pem)?.[1] ?? '', 'base64').toString();

/** A cloud in memory, with engines whose passwords can be changed. What it has is found by its tag alone. */
export const createScriptedServices = (): ScriptedServices => {
  const machines = new Map<string, Machine>();
  const objects = new Map<string, StoredObject>();
  const changes: string[] = [];
  const scripts = new Map<Call, Script>();
  const unavailable = new Map<SolutionSlug, string>();
  const foreign: ServiceTag[] = [];
  let port = FIRST_PORT;
  let issued = 0;

  const scripted = async <Result>(call: Call, work: () => Result): Promise<Result> => {
    const script = scripts.get(call);
    if (script === undefined) return work();
    script.times -= 1;
    if (script.times === 0) scripts.delete(call);
    if (script.after) work();
    throw new ProviderError(script.fault, `The cloud answered: ${script.fault}.`);
  };
  const isMachine = ({ spec }: Machine): boolean => 'token' in spec.certificate;
  const instanceOf = (tag: ServiceTag, machine: Machine): Instance => ({
    tag,
    by: isMachine(machine) ? 'machine' : 'container',
    state: machine.looks < STARTING ? 'starting' : machine.state,
    host: machine.host,
    ...(isMachine(machine) ? { machine: { type: machine.type, isMarked: machine.isMarked } } : {}),
    ports: machine.spec.ports,
    size: machine.spec.size,
    problem: null,
    restarts: 0,
    outOfMemory: false,
    diskFreeMib: machine.diskFreeMib,
  });
  const at = ({ host, ports }: Pick<EngineAccess, 'host' | 'ports'>): Machine | undefined =>
    [...machines.values()].find((machine) => machine.host === host && machine.spec.ports[0]?.port === ports[0]?.port);
  /** Empty for a machine, which asks for its certificate itself. */
  const givenIn = ({ certificate }: ServiceSpec): string => ('token' in certificate ? '' : certificate.certificate);

  const driverOn = (cloud: CloudSlug): CloudDriver => ({
    cloud,
    address: cloud === 'local' ? '127.0.0.1' : null,
    check: () => scripted('check', () => undefined),
    survey: async () => {
      const support = (slug: SolutionSlug): SolutionSupport => {
        const reason = unavailable.get(slug);
        return reason === undefined ? { runs: true, by: 'container', version: '1.0' } : { runs: false, reason };
      };
      return { solutions: forEachSolution(support), capacity: { memoryMib: 8192, cpus: 4 } };
    },
    reservePorts: (solution) =>
      scripted('reservePorts', () =>
        solutions[solution].ports.map(({ name, port: usual }): ServicePort => {
          port += 1;
          return { name, port: cloud === 'local' ? port : usual };
        }),
      ),
    create: (spec, _signal, origin) =>
      scripted('create', () => {
        const found = machines.get(spec.tag.service);
        if (found !== undefined) return instanceOf(spec.tag, found);
        const restored = origin === undefined ? null : (opened.get(origin) ?? null);
        const machine: Machine = {
          spec,
          credentials: restored?.credentials ?? spec.credentials,
          ...{ host: cloud === 'local' ? '127.0.0.1' : `198.51.100.${machines.size + 1}`, type: spec.machineType ?? '' },
          ...{ state: 'running', isMarked: true },
          served: givenIn(spec),
          diskFreeMib: null,
          looks: 0,
          rows: restored?.rows ?? [],
          connections: [],
        };
        machines.set(spec.tag.service, machine);
        changes.push('create');
        return instanceOf(spec.tag, machine);
      }),
    observe: (tag) =>
      scripted('observe', () => {
        const machine = machines.get(tag.service);
        if (machine === undefined) return null;
        machine.looks += 1;
        return instanceOf(tag, machine);
      }),
    resize: (spec) =>
      scripted('resize', () => {
        const machine = machines.get(spec.tag.service);
        if (machine === undefined) throw new ProviderError('not_found', 'The instance does not exist.');
        machine.spec = { ...spec, credentials: machine.credentials };
        machine.type = spec.machineType ?? '';
        machine.looks = 0;
        if (!isMachine(machine)) machine.served = givenIn(spec);
        changes.push(`resize ${spec.size.memoryMib}`);
        return instanceOf(spec.tag, machine);
      }),
    replaceCertificate: async (spec) => {
      const machine = machines.get(spec.tag.service);
      if (machine !== undefined) machine.spec = { ...machine.spec, certificate: spec.certificate };
      return false;
    },
    reasonAgainstAllowlist: async (_tag, solution) =>
      solution === 'postgres' ? null : "This engine can't restrict the addresses of clients.",
    setAllowlist: (spec) =>
      scripted('setAllowlist', () => {
        const machine = machines.get(spec.tag.service);
        if (machine === undefined) throw new ProviderError('not_found', 'The instance does not exist.');
        machine.spec = { ...machine.spec, allowlist: spec.allowlist };
        changes.push(`allow ${spec.allowlist.join(' ')}`);
      }),
    restart: (tag) =>
      scripted('restart', () => {
        const machine = machines.get(tag.service);
        if (machine === undefined) throw new ProviderError('not_found', 'The instance does not exist.');
        if (!isMachine(machine)) machine.served = givenIn(machine.spec);
        machine.looks = 0;
        changes.push('restart');
      }),
    copyData: () => {
      throw new Error('The cloud in memory has no files.');
    },
    remove: (tag) =>
      scripted('remove', () => {
        if (machines.delete(tag.service)) changes.push('remove');
        return true;
      }),
    list: (installation) =>
      scripted('list', () => [
        ...[...machines.values()].map(({ spec }) => spec.tag).filter((tag) => tag.installation === installation),
        ...foreign,
      ]),
    logs: async () => '',
  });
  const local = driverOn('local');
  const opened = new Map<DataOrigin, StoredObject>();
  const stored = ({ object, openKey }: StoredBackup): StoredObject => {
    const found = objects.get(object);
    if (found === undefined) throw new ProviderError('not_found', 'The backup is no longer in the store.', { code: 'missing' });
    if (Buffer.compare(openKey(found.header), found.key) !== 0) throw new Error('Another key.');
    return found;
  };
  const backups: ServiceBackups = {
    place: 'memory',
    reasonAgainst: (solution) => (hasBackups(solution) ? null : `Notafter can't back up ${solutions[solution].name} yet.`),
    take: ({ access, object, key, header }) =>
      scripted('take', () => {
        const machine = at(access);
        if (machine === undefined) throw new ProviderError('transient', 'Nothing listens on this port.');
        if (machine.credentials.password !== access.password) throw new ProviderError('auth', 'The password is wrong.');
        objects.set(object, { header, key, credentials: machine.credentials, rows: machine.rows });
        if (hasBackups(access.solution) && backupHolds[access.solution] === 'restart') machine.looks = 0;
        changes.push('take');
        return { bytes: BACKUP_BYTES, contents: machine.rows };
      }),
    verify: (backup) =>
      scripted('verify', () => {
        stored(backup);
        return { files: 3, bytes: 3 * BACKUP_BYTES };
      }),
    originOf: (backup, written) => {
      const origin: DataOrigin = {
        ...written,
        open: () => {
          throw new Error('The cloud in memory reads no archive.');
        },
      };
      opened.set(origin, stored(backup));
      return origin;
    },
    readContents: async (access) => at(access)?.rows ?? [],
    list: (prefix) =>
      scripted('list_backups', () =>
        [...objects.keys()].filter((object) => object.startsWith(prefix)).map((object) => ({ object, bytes: BACKUP_BYTES })),
      ),
    remove: (object) => scripted('remove_backup', () => void objects.delete(object)),
  };
  return {
    drivers: { local },
    clouds: ['local'],
    machineDriver: driverOn,
    driverFor: ({ cloud }) => driverOn(cloud),
    machines,
    objects,
    changes,
    unavailable,
    foreign,
    fail: (call, fault, { after = false, times = 1 } = {}) => void scripts.set(call, { fault, after, times }),
    engines: {
      signIn: (access) =>
        scripted('signIn', () => {
          const machine = at(access);
          if (machine === undefined) return { result: 'unavailable', reason: 'Nothing listens on this port.' } as const;
          if (machine.looks < STARTING || machine.served === '')
            return { result: 'unavailable', reason: 'The engine is starting.' } as const;
          if (machine.credentials.password !== access.password) return { result: 'refused', reason: 'The password is wrong.' } as const;
          const { fingerprint256 } = certificateFacts(seedOf(machine.served));
          return { result: 'signed_in', version: '18.1', fingerprint256 } as const;
        }),
      setPassword: (access, next) =>
        scripted('setPassword', () => {
          const machine = at(access);
          if (machine?.credentials.password !== access.password) throw new ProviderError('auth', 'The password is wrong.');
          machine.credentials = { ...machine.credentials, password: next };
          changes.push('setPassword');
        }),
      canSetPassword: (solution) => solution !== 'questdb',
      canListConnections: (solution) => solution === 'postgres' || solution === 'rabbitmq',
      listConnections: (access, before) =>
        scripted('listConnections', () => at(access)?.connections.filter(({ since }) => since < before) ?? []),
      closeConnections: async (access, before) => {
        const machine = at(access);
        if (machine === undefined) throw new ProviderError('transient', 'Nothing listens on this port.');
        machine.connections = machine.connections.filter(({ since }) => since >= before);
        changes.push('closeConnections');
      },
      reloadCertificate: (access) =>
        scripted('reloadCertificate', () => {
          const machine = at(access);
          if (machine === undefined) throw new ProviderError('transient', 'Nothing listens on this port.');
          machine.served = givenIn(machine.spec);
          changes.push('reload');
        }),
    },
    backups,
    exports: {
      write: ({ name, solution, credentials }) => {
        if (solution === 'loki') throw new ProviderError('invalid', 'SERVICES_IMAGES has no image for this solution.');
        const files = [
          { path: 'compose.yaml', text: `# ${solution}\n`, mode: 0o644, isSecret: false },
          { path: 'files/password', text: credentials.password, mode: 0o400, isSecret: true },
        ];
        return { files, archive: Buffer.from(name) };
      },
    },
    issuer: {
      createAuthority: async (name) => ({ certificate: pemOf(name), key: `key of ${name}` }),
      issue: async (_authority, { names }) => {
        issued += 1;
        return { certificate: pemOf(`leaf ${issued} for ${names.join(' and ')}`), key: `key ${issued}` };
      },
      readRequest: async (request) => /^request of (.+)$/.exec(request)?.[1] ?? null,
      issueFor: async (_authority, { names }, publicKey) => {
        issued += 1;
        return pemOf(`leaf ${issued} for ${names.join(' and ')} with ${publicKey}`);
      },
    },
  };
};
