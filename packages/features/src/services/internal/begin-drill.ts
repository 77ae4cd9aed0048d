import { newId, serviceDrills, serviceOperations, services } from '@notafter/db';
import { DomainError, type ServiceOperationId, type UserId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { startProcess } from '../../steps/start-process.ts';
import { drillProcess } from '../operations/drill.ts';
import type { BackupRow } from './backup-row.ts';
import { recordServiceEvent, type ServiceRow } from './service-row.ts';

/** Begins a drill; a service has one at a time. Throws `drill_running`. */
export const beginDrill = async (
  tx: TransactionContext<SystemContext>,
  { id: serviceId, orgId, resourceId }: Pick<ServiceRow, 'id' | 'orgId' | 'resourceId'>,
  backup: Pick<BackupRow, 'id' | 'takenAt'>,
  startedBy: UserId | null,
): Promise<ServiceOperationId> => {
  // Held until the commit, so that of two people one begins.
  await tx.db.select({ id: services.id }).from(services).where(eq(services.id, serviceId)).for('no key update');
  const isOfService = eq(serviceDrills.serviceId, serviceId);
  if ((await tx.db.$count(serviceDrills, and(isOfService, eq(serviceDrills.state, 'running')))) > 0) throw new DomainError('drill_running');
  const id = newId<'service-operation'>();
  await tx.db.insert(serviceDrills).values({ id, serviceId, backupTakenAt: backup.takenAt, startedAt: tx.clock.now() });
  await startProcess(tx, drillProcess, { id, orgId, startedBy, subject: resourceId, total: 100 });
  await tx.db.insert(serviceOperations).values({ id, serviceId, backupId: backup.id });
  await recordServiceEvent(tx, serviceId, 'A restore drill began.');
  return id;
};
