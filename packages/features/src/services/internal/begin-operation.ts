import { newId, serviceOperations, services } from '@notafter/db';
import {
  DomainError,
  type JobType,
  type ServiceBackupId,
  type ServiceOperationId,
  type ServiceOperationKind,
  type ServicePlanName,
  type UserId,
} from '@notafter/domain';
import { and, eq, isNull } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import type { ProcessDefinition } from '../../steps/define-process.ts';
import { startProcess } from '../../steps/start-process.ts';
import type { ServiceRow } from './service-row.ts';

type NewProcess<Kind extends JobType> = Pick<ProcessDefinition<Kind>, 'kind' | 'first' | 'deadlineSeconds'>;

interface Begun {
  readonly startedBy: UserId | null;
  /** Of a resize. */
  readonly plan?: ServicePlanName;
  /** Of a backup, a restore and a drill. */
  readonly backupId?: ServiceBackupId;
  readonly copyId?: ServiceBackupId | null;
  readonly deletesAfter?: boolean;
}

/** Writes the process of an operation or a drill, its job and its details. The caller gives an operation the service. */
export const writeOperation = async (
  tx: TransactionContext<SystemContext>,
  process: NewProcess<ServiceOperationKind | 'service_drill'>,
  { id: serviceId, orgId, resourceId }: Pick<ServiceRow, 'id' | 'orgId' | 'resourceId'>,
  { startedBy, ...details }: Begun,
): Promise<ServiceOperationId> => {
  const id = newId<'service-operation'>();
  await startProcess(tx, process, { id, orgId, startedBy, subject: resourceId, total: 100 });
  await tx.db.insert(serviceOperations).values({ id, serviceId, ...details });
  return id;
};

/** Begins an operation on a service that has none. Throws `service_busy` if it has one, or is about to be deleted. */
export const beginOperation = async (
  tx: TransactionContext<SystemContext>,
  process: NewProcess<ServiceOperationKind>,
  row: Pick<ServiceRow, 'id' | 'orgId' | 'resourceId'>,
  begun: Begun,
): Promise<ServiceOperationId> => {
  // Held until the commit, so that of two people one begins.
  const [free] = await tx.db
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.id, row.id), isNull(services.operationId), isNull(services.deletionWantedAt), isNull(services.deletedAt)))
    .for('no key update');
  if (free === undefined) throw new DomainError('service_busy');
  const operationId = await writeOperation(tx, process, row, begun);
  await tx.db.update(services).set({ operationId, failure: null, lastAnswer: null }).where(eq(services.id, row.id));
  return operationId;
};
