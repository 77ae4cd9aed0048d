import { DomainError, ProviderError } from '@notafter/domain';
import { serviceRefInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { askOfOldConnections } from './internal/old-connections.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';

/**
 * Closes the connections from before the password of a service was changed. Throws `service_not_found`, and `connections_not_closed`
 * if the engine can't, or not now.
 */
export const closeOldConnections = useCase({
  name: 'services/close-old-connections',
  access: 'admin',
  input: serviceRefInput,
  audit: 'Closed old connections of a data service',
})(async (ctx, ref): Promise<void> => {
  const row = await getServiceForOrg(ctx.db, ctx.org.id, ref);
  const { engines } = ctx.gateways.services;
  try {
    await askOfOldConnections(ctx, row, ({ access, before, signal }) => engines.closeConnections(access, before, signal));
  } catch (error) {
    if (error instanceof ProviderError) throw new DomainError('connections_not_closed', { message: error.message, cause: error });
    throw error;
  }
  await withTransaction(ctx, async (tx, audit) => {
    await recordServiceEvent(tx, row.id, 'Connections from before the change of the password were closed.');
    audit({ subjectId: row.id, detail: { resourceId: ref.resourceId } });
  });
});
