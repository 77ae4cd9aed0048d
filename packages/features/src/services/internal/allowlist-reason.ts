import { ProviderError, SECOND_MS } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import type { ServiceRow } from './service-row.ts';
import { driverOf, tagOf } from './spec.ts';

const ASK_MS = 5 * SECOND_MS;

/** Why the addresses of clients can't be restricted, also because the cloud can't be asked now; null if they can. */
export const reasonAgainstAllowlist = async (ctx: SystemContext, row: ServiceRow): Promise<string | null> => {
  try {
    return await (await driverOf(ctx, row)).reasonAgainstAllowlist(await tagOf(ctx, row), row.solution, AbortSignal.timeout(ASK_MS));
  } catch (error) {
    if (error instanceof ProviderError) return error.message;
    throw error;
  }
};
