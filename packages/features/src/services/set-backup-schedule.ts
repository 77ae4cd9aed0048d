import { services } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { backupScheduleInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getServiceForOrg, recordServiceEvent } from './internal/service-row.ts';

/** Sets how often a service is backed up by itself. Throws `service_not_found` or `backup_unsupported`. */
export const setBackupSchedule = useCase({
  name: 'services/set-backup-schedule',
  access: 'admin',
  input: backupScheduleInput,
  audit: 'Changed the backup schedule of a data service',
})(async (ctx, { schedule, ...ref }): Promise<void> => {
  const { backups } = ctx.gateways.services;
  await withTransaction(ctx, async (tx, audit) => {
    const row = await getServiceForOrg(tx.db, tx.org.id, ref);
    const reasonAgainst = backups.reasonAgainst(row.solution, row.cloud);
    if (reasonAgainst !== null) throw new DomainError('backup_unsupported', { message: reasonAgainst });
    await tx.db.update(services).set({ backupSchedule: schedule }).where(eq(services.id, row.id));
    await recordServiceEvent(tx, row.id, `The backup schedule was set to ${schedule}.`);
    audit({ subjectId: row.id, detail: { resourceId: ref.resourceId, from: row.backupSchedule, to: schedule } });
  });
});
