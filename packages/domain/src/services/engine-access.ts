import type { SolutionSlug } from './solutions.ts';

/** A user of an engine in a container or on a separate machine may do everything there; one of a process may not. */
export type InstanceKind = 'container' | 'process' | 'machine';

/** A port of a service: `port` is the one people connect to. */
export interface ServicePort {
  /** `SolutionPort.name`. */
  readonly name: string;
  readonly port: number;
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** How to reach the engine of a service from the server. */
export interface EngineAccess extends Credentials {
  readonly solution: SolutionSlug;
  readonly host: string;
  readonly ports: readonly ServicePort[];
  /** A name in its certificate; the connection is verified against `authority`, one or several certificates in PEM. */
  readonly servername: string;
  readonly authority: string;
}
