import { randomBytes } from 'node:crypto';
import { newId, services } from '@notafter/db';
import { DomainError, type ServiceOperationId, solutions } from '@notafter/domain';
import { restoreBackupInput } from '@notafter/domain/inputs';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { backupPassword, getBackupForOrg, writeBackup } from './internal/backup-row.ts';
import { beginOperation } from './internal/begin-operation.ts';
import { refuseOnMachine } from './internal/machine-row.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';
import { newServicePassword, sealServiceSecret } from './internal/service-secrets.ts';
import { restoreProcess } from './operations/restore.ts';

/**
 * Restores a backup into a new service, or into its own one instead of the present data, and answers at once. Throws
 * `backup_not_found`, `backup_unusable` for one that is not good, `backup_unsupported` on a machine of a cloud, `cloud_not_enabled`,
 * and for its own service `service_not_found`, `service_not_running` or `service_busy`.
 */
export const restoreBackup = useCase({
  name: 'services/restore-backup',
  access: 'admin',
  input: restoreBackupInput,
  audit: 'Restored a backup of a data service',
})((ctx, { id, into, backsUpFirst = true }): Promise<{ readonly resourceId: string; readonly operationId: ServiceOperationId }> => {
  const { drivers } = ctx.gateways.services;
  return withTransaction(ctx, async (tx, audit) => {
    const { backup, service } = await getBackupForOrg(tx.db, tx.org.id, id);
    if (backup.state !== 'ok') throw new DomainError('backup_unusable');
    refuseOnMachine(service.cloud);
    if (drivers[service.cloud] === undefined) throw new DomainError('cloud_not_enabled');
    const startedBy = personBehind(tx.actor);
    const takenAt = backup.takenAt.toISOString();
    if (into === 'same') {
      const row = await getServiceForOrg(tx.db, tx.org.id, service);
      if (row.runningSince === null) throw new DomainError('service_not_running');
      const copyId = backsUpFirst ? await writeBackup(tx, row, 'restore') : null;
      const operationId = await beginOperation(tx, restoreProcess, row, { startedBy, backupId: id, copyId });
      await recordServiceEvent(tx, row.id, `Restore from the backup of ${takenAt} began. It replaces all data.`);
      audit({ subjectId: row.id, detail: { resourceId: row.resourceId, takenAt, into, backsUpFirst } });
      return { resourceId: row.resourceId, operationId };
    }
    const row = {
      id: newId<'service'>(),
      orgId: tx.org.id,
      resourceId: `${solutions[service.solution].prefix}-${randomBytes(4).toString('hex')}`,
    };
    const { solution, cloud, region, plan, user, backupSchedule } = service;
    await tx.db.insert(services).values({
      ...row,
      ...{ solution, cloud, region, plan, user, backupSchedule },
      passwordSealed: sealServiceSecret(tx.auth, row.id, 'password', backupPassword(tx, backup)),
      nextPasswordSealed: sealServiceSecret(tx.auth, row.id, 'password', newServicePassword()),
      createdBy: startedBy,
      createdAt: tx.clock.now(),
    });
    const operationId = await beginOperation(tx, restoreProcess, row, { startedBy, backupId: id, copyId: null });
    await recordServiceEvent(tx, row.id, `Restore from the backup of ${service.resourceId} of ${takenAt} began.`);
    audit({ subjectId: row.id, detail: { resourceId: row.resourceId, from: service.resourceId, takenAt, into } });
    return { resourceId: row.resourceId, operationId };
  });
});
