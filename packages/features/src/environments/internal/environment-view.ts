import { type Executor, environments } from '@notafter/db';
import { DomainError, type EnvironmentId } from '@notafter/domain';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, environmentsWithin, withinReach } from '../../certificate-reach.ts';

export interface EnvironmentView {
  readonly id: EnvironmentId;
  readonly name: string;
  readonly description: string | null;
  /** Assigned certificates that the caller can access. */
  readonly certificateCount: number;
  readonly createdAt: Date;
}

const selectViews = (db: Executor, reach: CertificateReach, condition?: SQL) =>
  db
    .select({
      id: environments.id,
      name: environments.name,
      description: environments.description,
      certificateCount: sql<number>`(select count(*)::int from certificates where certificates.environment_id = environments.id and ${withinReach(reach)})`,
      createdAt: environments.createdAt,
    })
    .from(environments)
    .where(and(environmentsWithin(reach), condition))
    .orderBy(asc(sql`lower(${environments.name})`));

export const listEnvironmentsOfOrg = (db: Executor, reach: CertificateReach): Promise<EnvironmentView[]> => selectViews(db, reach);

/** Throws `environment_not_found`, for another organization's id too. */
export const getEnvironmentForOrg = async (db: Executor, reach: CertificateReach, id: EnvironmentId): Promise<EnvironmentView> => {
  const [view] = await selectViews(db, reach, eq(environments.id, id));
  if (view === undefined) throw new DomainError('environment_not_found');
  return view;
};
