import { type Executor, invitations, organizations, users } from '@notafter/db';
import { DomainError, type Entitlements, effectivePlan, entitlementsOf, type OrganizationId, type Seats } from '@notafter/domain';
import { and, count, eq, gt, isNull, type SQL } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../context.ts';

/** Neither accepted nor revoked; it may have expired. */
export const isUndecided: SQL | undefined = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

/** Can be accepted, and takes a seat. */
export const isOpen = (now: Date): SQL | undefined => and(isUndecided, gt(invitations.expiresAt, now));

export const countSeats = async (db: Executor, orgId: OrganizationId, limit: number | null, now: Date): Promise<Seats> => {
  const [members] = await db.select({ total: count() }).from(users).where(eq(users.orgId, orgId));
  const [invited] = await db
    .select({ total: count() })
    .from(invitations)
    .where(and(eq(invitations.orgId, orgId), isOpen(now)));
  return { members: members?.total ?? 0, invited: invited?.total ?? 0, limit };
};

/** Throws `team_plan` below Team. */
export const requireTeam = ({ team }: Pick<Entitlements, 'team'>): void => {
  if (!team) throw new DomainError('team_plan');
};

/**
 * Locks the organization: callers that take a seat pass here one by one, so that the count still holds at the commit. Returns
 * the limits of its plan, which may have become smaller since the request arrived.
 */
export const lockOrganization = async (
  { db, config }: Pick<TransactionContext<SystemContext>, 'db' | 'config'>,
  orgId: OrganizationId,
): Promise<{ readonly entitlements: Entitlements; readonly disabled: boolean }> => {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, orgId)).for('no key update');
  if (row === undefined) throw new DomainError('unauthenticated');
  return { entitlements: entitlementsOf(effectivePlan(row.plan, config.defaultPlan), row), disabled: row.disabled };
};
