import { serviceOrphans, services } from '@notafter/db';
import { countDistinct, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';

/** Figures of the data services for `/metrics`. */
export interface ServiceCounts {
  readonly services: number;
  /** With a problem that the last look found, a failed operation that left them without an engine included. */
  readonly unwell: number;
  /** Backups or restore drills of these do not run as they should. */
  readonly withoutBackups: number;
  /** On a cloud, with no row here. */
  readonly orphans: number;
}

/** A problem, or no engine and nothing under way that would bring one. */
export const isUnwell: SQL = sql`(${services.problem} is not null or (${services.runningSince} is null and ${services.operationId} is null))`;

export const countServiceStates = useCase({
  name: 'services/count-service-states',
  access: 'system',
})(async ({ db }): Promise<ServiceCounts> => {
  const [counted] = await db
    .select({
      services: sql<number>`count(*)::int`,
      unwell: sql<number>`count(*) filter (where ${isUnwell})::int`,
      withoutBackups: sql<number>`count(*) filter (where ${isNotNull(services.backupProblem)})::int`,
    })
    .from(services)
    .where(isNull(services.deletedAt));
  const [orphans] = await db.select({ count: countDistinct(serviceOrphans.serviceId) }).from(serviceOrphans);
  const { services: all = 0, unwell = 0, withoutBackups = 0 } = counted ?? {};
  return { services: all, unwell, withoutBackups, orphans: orphans?.count ?? 0 };
});
