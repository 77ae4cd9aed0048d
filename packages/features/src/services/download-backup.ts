import { DomainError } from '@notafter/domain';
import { backupRefInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getBackupForOrg, originOf } from './internal/backup-row.ts';

export interface DownloadedBackup {
  readonly resourceId: string;
  readonly takenAt: Date;
  /** The data directory as a tar archive, decrypted. It ends without an error only if every file is as it was. */
  readonly open: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
}

/** Opens a backup for the person whose data it has. Throws `backup_not_found` or `backup_unusable`. */
export const downloadBackup = useCase({
  name: 'services/download-backup',
  access: 'admin',
  input: backupRefInput,
  audit: 'Downloaded a backup of a data service',
  reveals: true,
})(
  (ctx, { id }): Promise<DownloadedBackup> =>
    withTransaction(ctx, async (tx, audit) => {
      const { backup, service } = await getBackupForOrg(tx.db, tx.org.id, id);
      if (backup.state !== 'ok' || backup.takenFrom === null) throw new DomainError('backup_unusable');
      const { resourceId } = service;
      audit({ subjectId: service.id, detail: { resourceId, takenAt: backup.takenAt.toISOString() } });
      return { resourceId, takenAt: backup.takenAt, open: originOf(ctx, backup).open };
    }),
);
