import { type Executor, environments } from '@notafter/db';
import { DomainError, type EnvironmentId, type OrganizationId } from '@notafter/domain';
import { and, count, eq, ne, sql } from 'drizzle-orm';

/** Throws `environment_limit` if the limit is reached. */
export const refuseAboveLimit = async (db: Executor, orgId: OrganizationId, limit: number | null): Promise<void> => {
  if (limit === null) return;
  const [counted] = await db.select({ total: count() }).from(environments).where(eq(environments.orgId, orgId));
  if ((counted?.total ?? 0) >= limit) throw new DomainError('environment_limit');
};

/** Names are unique, ignoring case. Throws `environment_exists`; `self` may keep its name. */
export const refuseTakenName = async (db: Executor, orgId: OrganizationId, name: string, self?: EnvironmentId): Promise<void> => {
  const [taken] = await db
    .select({ id: environments.id })
    .from(environments)
    .where(
      and(
        eq(environments.orgId, orgId),
        sql`lower(${environments.name}) = lower(${name})`,
        self === undefined ? undefined : ne(environments.id, self),
      ),
    );
  if (taken === undefined) return;
  const { message } = new DomainError('environment_exists');
  throw new DomainError('environment_exists', {
    details: [{ path: 'name', message }],
    conflict: { type: 'environment', id: taken.id },
  });
};
