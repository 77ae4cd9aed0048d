import { type ClientConnections, type EngineAccess, ProviderError, type SolutionSlug } from '@notafter/domain';

/** Of the user, if it was opened before a moment. */
export interface ConnectionsOf {
  list(access: EngineAccess, before: Date, signal: AbortSignal): Promise<readonly ClientConnections[]>;
  close(access: EngineAccess, before: Date, signal: AbortSignal): Promise<void>;
}

/** Speaks to one kind of engine. Rejects with `ProviderError`: `auth` is the engine's no to the password. */
export interface EngineClient {
  /** Connects, verifies, signs in and runs a trivial request; resolves to the engine's version. */
  signIn(access: EngineAccess, signal: AbortSignal): Promise<string>;
  /** Absent if the password of a running engine can't be changed. */
  readonly setPassword?: (access: EngineAccess, next: string, signal: AbortSignal) => Promise<void>;
  /** Absent if the engine does not say since when a client is connected. */
  readonly connections?: ConnectionsOf;
  /** Absent if the engine has to be restarted. */
  readonly reloadCertificate?: (access: EngineAccess, signal: AbortSignal) => Promise<void>;
}

/** More lines than this help nobody to find the clients that are still connected. */
export const MAX_LINES = 100;

/** The clients by what they speak to. A solution without one can't be signed in to. */
export type EngineClients = Readonly<Partial<Record<SolutionSlug, EngineClient>>>;

/** Throws if the service has no such port. */
export const portOf = ({ ports }: Pick<EngineAccess, 'ports'>, name: string): number => {
  const found = ports.find((port) => port.name === name)?.port;
  if (found === undefined) throw new ProviderError('invalid', `The service has no port "${name}".`);
  return found;
};
