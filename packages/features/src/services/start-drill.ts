import type { ServiceOperationId } from '@notafter/domain';
import { DomainError } from '@notafter/domain';
import { backupRefInput } from '@notafter/domain/inputs';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getBackupForOrg } from './internal/backup-row.ts';
import { beginDrill } from './internal/begin-drill.ts';
import { refuseOnMachine } from './internal/machine-row.ts';

/**
 * Restores a backup into an instance for a trial and answers at once; the service runs on. Throws `backup_not_found`,
 * `backup_unusable`, `backup_unsupported` on a machine of a cloud, `service_not_found` for a deleted service, or `drill_running`.
 */
export const startDrill = useCase({
  name: 'services/start-drill',
  access: 'admin',
  input: backupRefInput,
  audit: 'Started a restore drill of a data service',
})(
  (ctx, { id }): Promise<{ readonly operationId: ServiceOperationId }> =>
    withTransaction(ctx, async (tx, audit) => {
      const { backup, service } = await getBackupForOrg(tx.db, tx.org.id, id);
      if (backup.state !== 'ok') throw new DomainError('backup_unusable');
      refuseOnMachine(service.cloud);
      if (service.deletedAt !== null) throw new DomainError('service_not_found');
      const operationId = await beginDrill(tx, service, backup, personBehind(tx.actor));
      audit({ subjectId: service.id, detail: { resourceId: service.resourceId, takenAt: backup.takenAt.toISOString() } });
      return { operationId };
    }),
);
