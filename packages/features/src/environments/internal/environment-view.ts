import { type Executor, environments } from '@notafter/db';
import { DomainError, type EnvironmentId, type OrganizationId } from '@notafter/domain';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';

export interface EnvironmentView {
  readonly id: EnvironmentId;
  readonly name: string;
  readonly description: string | null;
  /** Certificates assigned to it. */
  readonly certificateCount: number;
  readonly createdAt: Date;
}

const selectViews = (db: Executor, orgId: OrganizationId, condition?: SQL) =>
  db
    .select({
      id: environments.id,
      name: environments.name,
      description: environments.description,
      certificateCount: sql<number>`(select count(*)::int from certificates where certificates.environment_id = environments.id)`,
      createdAt: environments.createdAt,
    })
    .from(environments)
    .where(and(eq(environments.orgId, orgId), condition))
    .orderBy(asc(sql`lower(${environments.name})`));

export const listEnvironmentsOfOrg = (db: Executor, orgId: OrganizationId): Promise<EnvironmentView[]> => selectViews(db, orgId);

/** Throws `environment_not_found`, for another organisation's id too. */
export const getEnvironmentForOrg = async (db: Executor, orgId: OrganizationId, id: EnvironmentId): Promise<EnvironmentView> => {
  const [view] = await selectViews(db, orgId, eq(environments.id, id));
  if (view === undefined) throw new DomainError('environment_not_found');
  return view;
};
