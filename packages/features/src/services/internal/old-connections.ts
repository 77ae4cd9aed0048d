import { type EngineAccess, ProviderError, SECOND_MS, solutions } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import type { ServiceRow } from './service-row.ts';
import { accessOf } from './spec.ts';

const ASK_MS = 5 * SECOND_MS;

interface Asked {
  readonly access: EngineAccess;
  readonly before: Date;
  readonly signal: AbortSignal;
}

/**
 * Asks the engine about connections from before its password was changed. Resolves to null if it never was; rejects with
 * `ProviderError` if the engine can't say, or not now.
 */
export const askOfOldConnections = async <Result>(
  ctx: SystemContext,
  row: ServiceRow,
  ask: (asked: Asked) => Promise<Result>,
): Promise<Result | null> => {
  const { solution, host, ports, passwordChangedAt } = row;
  if (passwordChangedAt === null) return null;
  if (!ctx.gateways.services.engines.canListConnections(solution)) {
    throw new ProviderError('invalid', `${solutions[solution].name} does not say since when its clients are connected.`);
  }
  if (host === null) throw new ProviderError('transient', 'The service is not running.');
  return ask({ access: await accessOf(ctx, row, { host, ports }), before: passwordChangedAt, signal: AbortSignal.timeout(ASK_MS) });
};
