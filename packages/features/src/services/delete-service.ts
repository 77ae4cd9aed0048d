import { processes } from '@notafter/db';
import { DomainError, type ServiceOperationKind, serviceOperationOf } from '@notafter/domain';
import { deleteServiceInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { personBehind, type SystemContext, type TransactionContext } from '../context.ts';
import { stopProcess } from '../steps/end-process.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { beginBackup } from './internal/begin-backup.ts';
import { beginDeletion } from './internal/begin-deletion.ts';
import { getServiceForOrg, recordServiceEvent, type ServiceRow } from './internal/service-row.ts';
import { serviceOperationProcesses } from './operations/operation-kinds.ts';

/**
 * Deletes a service with its data and answers at once. It replaces any operation under way; a deletion that runs goes on. With
 * `backsUpFirst`, a backup is taken first, and the service stays if that fails. Throws `service_not_found`, or `service_protected`
 * under termination protection; with a backup also `service_busy`, `service_not_running` or `backup_unsupported`.
 */
export const deleteService = useCase({
  name: 'services/delete-service',
  access: 'admin',
  input: deleteServiceInput,
  audit: 'Deleted a data service',
})(async (ctx, { backsUpFirst = false, ...ref }): Promise<void> => {
  const { backups } = ctx.gateways.services;
  await withTransaction(ctx, async (tx, audit) => {
    const row = await getServiceForOrg(tx.db, tx.org.id, ref);
    if (row.isProtected) throw new DomainError('service_protected');
    audit({ subjectId: row.id, detail: { resourceId: ref.resourceId, backsUpFirst } });
    const startedBy = personBehind(tx.actor);
    if (backsUpFirst) {
      await beginBackup(tx, row, { cause: 'deletion', startedBy, reasonAgainst: backups.reasonAgainst(row.solution, row.cloud) });
      await recordServiceEvent(tx, row.id, 'A final backup began. The service is deleted once it is good.');
      return;
    }
    const running = await runningKind(tx, row);
    if (running === 'service_deletion') return;
    if (running === null || row.operationId === null) await beginDeletion(tx, row, startedBy);
    else await stopProcess(tx, serviceOperationProcesses[running], row.operationId, () => beginDeletion(tx, row, startedBy));
    await recordServiceEvent(tx, row.id, 'Deletion began.');
  });
});

type Tx = TransactionContext<SystemContext> & { readonly actor: Parameters<typeof personBehind>[0] };

const runningKind = async ({ db }: Tx, { operationId }: ServiceRow): Promise<ServiceOperationKind | null> => {
  if (operationId === null) return null;
  const [process] = await db.select({ kind: processes.kind }).from(processes).where(eq(processes.id, operationId));
  return serviceOperationOf(process?.kind);
};
