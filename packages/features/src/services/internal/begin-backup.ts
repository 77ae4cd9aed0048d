import { type BackupCause, DomainError, type ServiceOperationId, type UserId } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { backupProcess } from '../operations/backup.ts';
import { writeBackup } from './backup-row.ts';
import { beginOperation } from './begin-operation.ts';
import type { ServiceRow } from './service-row.ts';

interface Begun {
  readonly cause: BackupCause;
  readonly startedBy: UserId | null;
  /** `ServiceBackups.reasonAgainst` of its solution. */
  readonly reasonAgainst: string | null;
}

/** Begins a backup. Throws `backup_unsupported`, `service_not_running` or `service_busy`. */
export const beginBackup = async (
  tx: TransactionContext<SystemContext>,
  row: ServiceRow,
  { cause, startedBy, reasonAgainst }: Begun,
): Promise<ServiceOperationId> => {
  if (reasonAgainst !== null) throw new DomainError('backup_unsupported', { message: reasonAgainst });
  if (row.runningSince === null) throw new DomainError('service_not_running');
  const backupId = await writeBackup(tx, row, cause);
  return beginOperation(tx, backupProcess, row, { startedBy, backupId, deletesAfter: cause === 'deletion' });
};
