import { serviceBackups } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { backupRefInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getBackupForOrg } from './internal/backup-row.ts';

/** Deletes a backup. The sweep removes it from the store within a minute. Throws `backup_not_found` or `backup_running`. */
export const deleteBackup = useCase({
  name: 'services/delete-backup',
  access: 'admin',
  input: backupRefInput,
  audit: 'Deleted a backup of a data service',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const { backup, service } = await getBackupForOrg(tx.db, tx.org.id, id);
    if (backup.state === 'running') throw new DomainError('backup_running');
    await tx.db.update(serviceBackups).set({ removalWantedAt: tx.clock.now() }).where(eq(serviceBackups.id, id));
    audit({ subjectId: service.id, detail: { resourceId: service.resourceId, takenAt: backup.takenAt.toISOString() } });
  });
});
