import type { EngineAccess, SolutionSlug } from '@notafter/domain';

/** How to write a row through the engine, and count the rows, with a client that is not ours. */
export interface EngineProbe {
  readonly solution: SolutionSlug;
  readonly addRow: (access: EngineAccess) => Promise<void>;
  readonly countRows: (access: EngineAccess) => Promise<number>;
}

/** The end of one of its requests, which waits as long as a copy holds the engine. */
export const probeLimit = (): AbortSignal => AbortSignal.timeout(120_000);
