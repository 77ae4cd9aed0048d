import {
  type CloudSlug,
  cloudNamesOf,
  type InstallationId,
  ProviderError,
  SECOND_MS,
  type ServiceTag,
  type SolutionSlug,
} from '@notafter/domain';

export interface CloudMachine {
  readonly id: string;
  /** `changing`: between two of the others. */
  readonly state: 'creating' | 'running' | 'changing' | 'stopped' | 'deleting';
  /** The cloud's own type. */
  readonly machineType: string;
  /** Null until it has the address that it keeps. */
  readonly host: string | null;
  /** Null if its mark was changed by hand. */
  readonly solution: SolutionSlug | null;
}

export interface CloudVolume {
  readonly id: string;
  /** Its place: a region, or a part of one that machines have to share with it. */
  readonly zone: string;
  readonly sizeGib: number;
  /** The machine that has it. */
  readonly machine: string | null;
}

export interface FirewallRules {
  readonly ports: readonly number[];
  /** Addresses and CIDRs of clients; empty: any. */
  readonly sources: readonly string[];
}

export interface CloudFirewall {
  readonly id: string;
  readonly rules: FirewallRules;
}

/** A public address that outlives the stop of its machine. */
export interface CloudAddress {
  readonly id: string;
  /** Null until the cloud has chosen it. */
  readonly ip: string | null;
  readonly machine: string | null;
}

/** Everything that a cloud has of one service. More than one of a kind can only be left by calls that crossed. */
export interface Holdings {
  /** Oldest first. */
  readonly machines: readonly CloudMachine[];
  readonly volumes: readonly CloudVolume[];
  readonly firewalls: readonly CloudFirewall[];
  readonly addresses: readonly CloudAddress[];
  /** Why the cloud could not carry out the last change of its machine, a moment ago. */
  readonly refusal?: ProviderError;
}

export interface NewMachine {
  readonly tag: ServiceTag;
  readonly solution: SolutionSlug;
  readonly region: string;
  readonly machineType: string;
  readonly volume: CloudVolume;
  readonly firewall: CloudFirewall;
  /** Null on a cloud whose machines keep theirs. */
  readonly address: CloudAddress | null;
  readonly userData: string;
}

export interface MachineChange {
  /** A sentence about the change under way; null: none is. */
  readonly underWay: string | null;
  /** The last change of its type ended without one. */
  readonly typeWasRefused: boolean;
}

export interface AddressCalls {
  create(wanted: { readonly tag: ServiceTag; readonly region: string }, signal: AbortSignal): Promise<void>;
  associate(tag: ServiceTag, address: CloudAddress, machine: CloudMachine, signal: AbortSignal): Promise<void>;
  delete(address: CloudAddress, signal: AbortSignal): Promise<void>;
}

/** Moves a machine to another type, with its volume. */
export interface ResizeCalls {
  changeOf(machine: CloudMachine, signal: AbortSignal): Promise<MachineChange>;
  /** Asks the system of a machine to shut down; ends it if it was asked before. */
  stop(machine: CloudMachine, signal: AbortSignal): Promise<void>;
  /** Of a machine that is stopped. */
  setType(machine: CloudMachine, machineType: string, signal: AbortSignal): Promise<void>;
  growVolume(volume: CloudVolume, sizeGib: number, signal: AbortSignal): Promise<void>;
}

/**
 * The calls of one cloud that a service on a machine needs. Each is one mutation, or reads. Names are derived from the tag, so a call
 * whose answer was lost is found. Rejects with `ProviderError`: `conflict` for a name or a volume that is already in use.
 */
export interface MachineCloud {
  readonly cloud: CloudSlug;
  /** Addresses of a service, for a cloud whose machines lose theirs when they stop; null if they keep them. */
  readonly addresses: AddressCalls | null;
  /** Null for a cloud on which services don't move to another plan. */
  readonly resizing: ResizeCalls | null;
  /** Whether clients can come from an IPv6 address. */
  readonly hasIpv6: boolean;
  /** Rejects if the account can't be used. */
  check(signal: AbortSignal): Promise<void>;
  find(tag: ServiceTag, signal: AbortSignal): Promise<Holdings>;
  list(installation: InstallationId, signal: AbortSignal): Promise<readonly ServiceTag[]>;
  createVolume(wanted: { readonly tag: ServiceTag; readonly region: string; readonly sizeGib: number }, signal: AbortSignal): Promise<void>;
  createFirewall(
    wanted: { readonly tag: ServiceTag; readonly region: string; readonly rules: FirewallRules },
    signal: AbortSignal,
  ): Promise<void>;
  /** The path of the volume on its machine. */
  deviceOf(tag: ServiceTag, volume: CloudVolume): string;
  /** With its volume if the cloud can do both at once: then it refuses a second machine. */
  createMachine(wanted: NewMachine, signal: AbortSignal): Promise<void>;
  attachVolume(volume: CloudVolume, machine: CloudMachine, signal: AbortSignal): Promise<void>;
  /** One step towards the rules: they may take more than one. */
  setFirewall(tag: ServiceTag, firewall: CloudFirewall, rules: FirewallRules, signal: AbortSignal): Promise<void>;
  start(machine: CloudMachine, signal: AbortSignal): Promise<void>;
  restart(machine: CloudMachine, signal: AbortSignal): Promise<void>;
  deleteMachine(machine: CloudMachine, signal: AbortSignal): Promise<void>;
  deleteVolume(volume: CloudVolume, signal: AbortSignal): Promise<void>;
  deleteFirewall(firewall: CloudFirewall, signal: AbortSignal): Promise<void>;
}

export const namesOf = ({ service }: Pick<ServiceTag, 'service'>) => cloudNamesOf(service);

/** Machines change within tens of seconds, and APIs limit how often they are asked. */
const WAIT_MS = 5 * SECOND_MS;

/** Ends a call that has to be made again: what is waited for, in a sentence. */
export const waitFor = (message: string): ProviderError => new ProviderError('transient', message, { retryAfterMs: WAIT_MS });

/** Null if the cloud does not know what was asked for. */
export const unlessUnknown = async <Result>(answer: Promise<Result>): Promise<Result | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof ProviderError && error.fault === 'not_found') return null;
    throw error;
  });

/** Nothing is left to do if it is not there. */
export const unlessGone = async (deletion: Promise<unknown>): Promise<void> => void (await unlessUnknown(deletion));

/** Rejects if an account can't do all that a service needs. */
export const refuseMissing = (
  account: string,
  missing: readonly string[],
  advice: { readonly one: string; readonly several: string },
): void => {
  const [first, ...others] = missing;
  if (first === undefined) return;
  const what = others.length === 0 ? `the permission ${first}. ${advice.one}` : `the permissions ${missing.join(', ')}. ${advice.several}`;
  throw new ProviderError('auth', `${account} lacks ${what}`, { code: 'permissions' });
};
