import { type ClientConnections, ProviderError } from '@notafter/domain';
import { serviceRefInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { askOfOldConnections } from './internal/old-connections.ts';
import { getServiceForOrg } from './internal/service-row.ts';

export interface OldConnections {
  /** When the password was last changed; null if it never was. */
  readonly changedAt: Date | null;
  /** Why nothing is known of the connections, in a sentence; null if it is. */
  readonly reasonAgainst: string | null;
  /** Opened before the change, the oldest first, at most a hundred. */
  readonly connections: readonly ClientConnections[];
}

/**
 * The clients that are connected from before the password of a service was changed, as its engine says now. They stay connected, and
 * can't connect again. Throws `service_not_found`.
 */
export const listOldConnections = useCase({
  name: 'services/list-old-connections',
  access: 'admin',
  input: serviceRefInput,
})(async (ctx, ref): Promise<OldConnections> => {
  const row = await getServiceForOrg(ctx.db, ctx.org.id, ref);
  const { passwordChangedAt: changedAt } = row;
  const { engines } = ctx.gateways.services;
  try {
    const found = await askOfOldConnections(ctx, row, ({ access, before, signal }) => engines.listConnections(access, before, signal));
    return { changedAt, reasonAgainst: null, connections: found ?? [] };
  } catch (error) {
    if (error instanceof ProviderError) return { changedAt, reasonAgainst: error.message, connections: [] };
    throw error;
  }
});
