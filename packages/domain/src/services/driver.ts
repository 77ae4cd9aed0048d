import type { InstallationId, ServiceId } from '../ids.ts';
import type { DataOrigin, ServiceBackups } from './backups/backup-gateway.ts';
import type { CopyTerms } from './backups/backup-hold.ts';
import type { CloudCredentials } from './cloud-accounts.ts';
import type { CloudSlug } from './clouds.ts';
import type { Credentials, EngineAccess, InstanceKind, ServicePort } from './engine-access.ts';
import type { ServiceSize } from './service-plans.ts';
import type { SolutionSlug } from './solutions.ts';

/**
 * The mark on every resource of a service, and what its name is derived from. Nothing without the same mark is ever changed or
 * removed, and what a lost answer left behind is found by it.
 */
export interface ServiceTag {
  readonly installation: InstallationId;
  readonly service: ServiceId;
}

/** PEM. The chain ends before the root. */
export interface ServerCertificate {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

/** How a machine gets its certificate: it makes its own key, and asks this installation to sign. */
export interface MachineBootstrap {
  /** The server's address for this machine: `certificate` below it signs, `progress` takes reports. */
  readonly url: string;
  /** Good for the first key of this service, from the address of its machine. Signs the reports. */
  readonly token: string;
  /** In PEM: the only CA whose certificates the machine takes. */
  readonly authority: string;
}

/** The whole of what a driver is asked for. Every call may come twice, and after a crash at any line of the first. */
export interface ServiceSpec {
  readonly tag: ServiceTag;
  readonly solution: SolutionSlug;
  readonly region: string;
  /** The plan's; `Instance.size` has what the cloud could give. */
  readonly size: ServiceSize;
  /** `ServicePlan.machineTypes` of the cloud. */
  readonly machineType: string | null;
  /** Reserved by `reservePorts` and stored before anything is created. */
  readonly ports: readonly ServicePort[];
  /** The first password. Later ones are set by `ServiceEngines.setPassword`. */
  readonly credentials: Credentials;
  /** Of a driver with an address; the others' machines make their keys themselves. */
  readonly certificate: ServerCertificate | MachineBootstrap;
  /** Addresses and CIDRs that clients may connect from, besides the server's own; empty: any. */
  readonly allowlist: readonly string[];
}

/** Throws for a service whose machine has its certificate itself. */
export const serverCertificateOf = ({ certificate }: Pick<ServiceSpec, 'certificate'>): ServerCertificate => {
  if ('token' in certificate) throw new Error('The machine of this service has its own key.');
  return certificate;
};

export type InstanceState = 'creating' | 'starting' | 'running' | 'stopped' | 'failed';

/** The part of a service that a cloud has. */
export interface Instance {
  readonly tag: ServiceTag;
  readonly by: InstanceKind;
  /** The cloud's word: `running` does not say that the engine answers. */
  readonly state: InstanceState;
  /** An address or a name that clients connect to; null until the cloud knows it. */
  readonly host: string | null;
  readonly ports: readonly ServicePort[];
  /** The limits in force, which may be smaller than the plan. */
  readonly size: ServiceSize | null;
  /** Why it is `failed` or keeps starting; a sentence for people. */
  readonly problem: string | null;
  /** Starts after its first one that nobody asked for. */
  readonly restarts: number;
  readonly outOfMemory: boolean;
  /** Left on the disk that the data is on; null if it is not known. */
  readonly diskFreeMib: number | null;
  /** Absent if it is not on a separate machine. */
  readonly machine?: { readonly type: string; readonly isMarked: boolean };
}

/** Whether and how a solution can run on a cloud now. */
export type SolutionSupport =
  | { readonly runs: true; readonly by: InstanceKind; readonly version: string }
  | { readonly runs: false; readonly reason: string };

export interface CloudSurvey {
  readonly solutions: Readonly<Record<SolutionSlug, SolutionSupport>>;
  /** The limit of all services together; null if the cloud has none. */
  readonly capacity: Pick<ServiceSize, 'memoryMib' | 'cpus'> | null;
}

/** Makes, finds and removes instances on one cloud. Rejects with `ProviderError`, and when `signal` aborts. */
export interface CloudDriver {
  readonly cloud: CloudSlug;
  /** Where clients connect to every service here; null if each instance gets a separate address. */
  readonly address: string | null;
  /** The solutions that run here. */
  survey(signal: AbortSignal): Promise<CloudSurvey>;
  /** Rejects with the permission that is missing, or with why the account can't be used; changes nothing. */
  check(signal: AbortSignal): Promise<void>;
  /** Ports that are free now, those of the solution if possible. */
  reservePorts(solution: SolutionSlug, signal: AbortSignal): Promise<readonly ServicePort[]>;
  /**
   * Makes what is missing and starts it; returns without waiting for the engine. With `origin`, the first data comes from there,
   * and with it the passwords of its time.
   */
  create(spec: ServiceSpec, signal: AbortSignal, origin?: DataOrigin): Promise<Instance>;
  /** Null if the cloud has nothing with this tag. */
  observe(tag: ServiceTag, signal: AbortSignal): Promise<Instance | null>;
  /** Brings the size to that of `spec`, with the same data and ports; returns without waiting for the engine. */
  resize(spec: ServiceSpec, signal: AbortSignal): Promise<Instance>;
  /** Replaces the certificate files. True if the engine has to be restarted to serve them. */
  replaceCertificate(spec: ServiceSpec, signal: AbortSignal): Promise<boolean>;
  /** Why the addresses of clients can't be restricted for this service, in a sentence; null if they can. */
  reasonAgainstAllowlist(tag: ServiceTag, solution: SolutionSlug, signal: AbortSignal): Promise<string | null>;
  /** Brings the addresses that may connect to those of `spec`. Connections that are open stay. */
  setAllowlist(spec: ServiceSpec, signal: AbortSignal): Promise<void>;
  restart(tag: ServiceTag, signal: AbortSignal): Promise<void>;
  /**
   * The data directory of an engine as a tar archive, as it was at one moment. The engine stands still until this machine has a copy,
   * and goes on before the first piece comes. However the caller ends, it goes on at the next `observe` at the latest.
   */
  copyData(tag: ServiceTag, terms: CopyTerms, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Removes everything with the tag, data included. True once nothing is left; false while it goes on. */
  remove(tag: ServiceTag, signal: AbortSignal): Promise<boolean>;
  /** Every service that has anything left here, running or not. */
  list(installation: InstallationId, signal: AbortSignal): Promise<readonly ServiceTag[]>;
  /** The last lines of the engine's output, for the operator. */
  logs(tag: ServiceTag, signal: AbortSignal): Promise<string>;
}

/** `unavailable` may pass by itself, `refused` is the engine's no to this password. */
export type SignIn =
  /** `fingerprint256`: of the certificate that the engine served, in upper-case hex with colons. */
  | { readonly result: 'signed_in'; readonly version: string; readonly fingerprint256: string }
  | { readonly result: 'refused' | 'unavailable'; readonly reason: string };

/** Open connections of one client. */
export interface ClientConnections {
  /** Its own word; null if it gave none. */
  readonly client: string | null;
  /** An IP address; null for a client on the engine's machine that uses no network. */
  readonly address: string | null;
  readonly count: number;
  /** When the oldest was opened, by the engine's clock. */
  readonly since: Date;
}

/** Speaks to engines over their own protocols, with TLS verified. */
export interface ServiceEngines {
  /** Connects, signs in and runs a trivial request. Never rejects for what the engine does. */
  signIn(access: EngineAccess, signal: AbortSignal): Promise<SignIn>;
  /** After it, a new connection needs `next`. Rejects with `ProviderError`. Setting the present password again is not an error. */
  setPassword(access: EngineAccess, next: string, signal: AbortSignal): Promise<void>;
  /** Whether the password of a running engine can be changed in place. */
  canSetPassword(solution: SolutionSlug): boolean;
  /** Whether an engine reports its connections with their age, and closes them. */
  canListConnections(solution: SolutionSlug): boolean;
  /** Those of the user that were opened before `before`, the oldest first, at most a hundred lines. */
  listConnections(access: EngineAccess, before: Date, signal: AbortSignal): Promise<readonly ClientConnections[]>;
  /** Closes these connections. A client that has the password can connect again. */
  closeConnections(access: EngineAccess, before: Date, signal: AbortSignal): Promise<void>;
  /** Makes the engine read its certificate files again. */
  reloadCertificate(access: EngineAccess, signal: AbortSignal): Promise<void>;
}

export interface NewCertificate {
  /** DNS names and addresses, at least one; the first is the common name if it fits. */
  readonly names: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** PEM. */
export interface KeyAndCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Creates keys and signs certificates of the installation's own CA. */
export interface CertificateIssuer {
  createAuthority(name: string, validity: { readonly notBefore: Date; readonly notAfter: Date }): Promise<KeyAndCertificate>;
  issue(authority: KeyAndCertificate, wanted: NewCertificate): Promise<KeyAndCertificate>;
  /** The public key (SubjectPublicKeyInfo, base64) of a certificate request in PEM; null if it is not one with P-256, signed by its key. */
  readRequest(request: string): Promise<string | null>;
  /** Signs for a key that somebody else has. Returns the certificate in PEM. */
  issueFor(authority: KeyAndCertificate, wanted: NewCertificate, publicKey: string): Promise<string>;
}

/** A service that is to go on without Notafter. */
export interface ExportedService {
  readonly solution: SolutionSlug;
  /** Its resource ID. */
  readonly name: string;
  readonly size: ServiceSize;
  readonly ports: readonly ServicePort[];
  /** For a first run without the data of a backup. */
  readonly credentials: Credentials;
  /** The name that clients connect to. */
  readonly host: string;
  /** Null: the key is on the machine of the service, and stays there. */
  readonly certificate: ServerCertificate | null;
}

export interface ExportFile {
  /** Relative to the folder of the export. */
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** Has a password or a key. */
  readonly isSecret: boolean;
}

export interface ServiceExports {
  /** Everything but the data, and the same in a tar archive with gzip. Throws `ProviderError` for a solution without an image. */
  write(service: ExportedService): { readonly files: readonly ExportFile[]; readonly archive: Uint8Array };
}

/** The outside of the data services. */
export interface ServiceGateways {
  /** The clouds on which services may be deployed, with the operator's account or another. */
  readonly clouds: readonly CloudSlug[];
  /** Of this server and of the operator's accounts. */
  readonly drivers: Readonly<Partial<Record<CloudSlug, CloudDriver>>>;
  /** Of an account that an organization entered. */
  driverFor(credentials: CloudCredentials): CloudDriver;
  readonly engines: ServiceEngines;
  readonly backups: ServiceBackups;
  readonly issuer: CertificateIssuer;
  readonly exports: ServiceExports;
}
