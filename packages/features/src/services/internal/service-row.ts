import { type Executor, newId, serviceEvents, services, type Transaction } from '@notafter/db';
import { type Clock, DomainError, isResourceId, type OrganizationId, type ServiceId, type ServiceOperationId } from '@notafter/domain';
import { and, eq, isNull } from 'drizzle-orm';

export type ServiceRow = typeof services.$inferSelect;

interface ServiceRef {
  readonly resourceId: string;
  /** Must be those of the service, if given. */
  readonly cloud?: string | undefined;
  readonly region?: string | undefined;
}

/** Throws `service_not_found`, also for another organization's resource ID, another place and a service that was deleted. */
export const getServiceForOrg = async (
  db: Executor,
  orgId: OrganizationId,
  { resourceId, cloud, region }: ServiceRef,
): Promise<ServiceRow> => {
  if (!isResourceId(resourceId)) throw new DomainError('service_not_found');
  const [row] = await db
    .select()
    .from(services)
    .where(and(eq(services.orgId, orgId), eq(services.resourceId, resourceId), isNull(services.deletedAt)));
  const isThere = row !== undefined && (cloud ?? row.cloud) === row.cloud && (region ?? row.region) === row.region;
  if (!isThere) throw new DomainError('service_not_found');
  return row;
};

/** The service of an operation that runs. Throws if another operation took its place: this one writes nothing more. */
export const getServiceOf = async (db: Executor, operation: ServiceOperationId): Promise<ServiceRow> => {
  const [row] = await db.select().from(services).where(eq(services.operationId, operation));
  if (row === undefined) throw new Error('The operation no longer has its service.');
  return row;
};

type Change = Partial<Omit<typeof services.$inferInsert, 'id' | 'orgId' | 'resourceId'>>;

/** Writes to the service of an operation that still has it; throws otherwise, so that nothing of the step is stored. */
export const updateServiceOf = async (db: Transaction, operation: ServiceOperationId, change: Change): Promise<void> => {
  const changed = await db.update(services).set(change).where(eq(services.operationId, operation)).returning({ id: services.id });
  if (changed.length === 0) throw new Error('The operation no longer has its service.');
};

/** The columns to write once an engine was seen to be well. */
export const seenWell = ({ clock }: { readonly clock: Clock }) => ({ observedAt: clock.now(), problem: null, problemSince: null });

/** Adds a sentence for people to the history of a service. */
export const recordServiceEvent = async (
  { db, clock }: { readonly db: Transaction; readonly clock: Clock },
  serviceId: ServiceId,
  text: string,
): Promise<void> => {
  await db.insert(serviceEvents).values({ id: newId<'service-event'>(), serviceId, text, at: clock.now() });
};
