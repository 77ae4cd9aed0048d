import type { ServiceOperationId } from '@notafter/domain';
import { serviceRefInput } from '@notafter/domain/inputs';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { beginBackup } from './internal/begin-backup.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';

/**
 * Backs a service up and answers at once; it runs on meanwhile. Throws `service_not_found`, `backup_unsupported`,
 * `service_not_running` or `service_busy`.
 */
export const backUpService = useCase({
  name: 'services/back-up-service',
  access: 'admin',
  input: serviceRefInput,
  audit: 'Backed up a data service',
})((ctx, ref): Promise<{ readonly operationId: ServiceOperationId }> => {
  const { backups } = ctx.gateways.services;
  return withTransaction(ctx, async (tx, audit) => {
    const row = await getServiceForOrg(tx.db, tx.org.id, ref);
    const reasonAgainst = backups.reasonAgainst(row.solution, row.cloud);
    const operationId = await beginBackup(tx, row, { cause: 'person', startedBy: personBehind(tx.actor), reasonAgainst });
    await recordServiceEvent(tx, row.id, 'A backup began.');
    audit({ subjectId: row.id, detail: { resourceId: ref.resourceId } });
    return { operationId };
  });
});
