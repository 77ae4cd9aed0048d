import { serviceDrills, services } from '@notafter/db';
import { DomainError, type ServiceOperationId, type UserId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { drillProcess } from '../operations/drill.ts';
import type { BackupRow } from './backup-row.ts';
import { writeOperation } from './begin-operation.ts';
import { recordServiceEvent, type ServiceRow } from './service-row.ts';

/** Begins a drill; a service has one at a time. Throws `drill_running`. */
export const beginDrill = async (
  tx: TransactionContext<SystemContext>,
  row: Pick<ServiceRow, 'id' | 'orgId' | 'resourceId'>,
  backup: Pick<BackupRow, 'id' | 'takenAt'>,
  startedBy: UserId | null,
): Promise<ServiceOperationId> => {
  const serviceId = row.id;
  // Held until the commit, so that of two people one begins.
  await tx.db.select({ id: services.id }).from(services).where(eq(services.id, serviceId)).for('no key update');
  const isOfService = eq(serviceDrills.serviceId, serviceId);
  if ((await tx.db.$count(serviceDrills, and(isOfService, eq(serviceDrills.state, 'running')))) > 0) throw new DomainError('drill_running');
  const id = await writeOperation(tx, drillProcess, row, { startedBy, backupId: backup.id });
  await tx.db.insert(serviceDrills).values({ id, serviceId, backupTakenAt: backup.takenAt, startedAt: tx.clock.now() });
  await recordServiceEvent(tx, serviceId, 'A restore drill began.');
  return id;
};
