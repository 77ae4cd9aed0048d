import { newId, notificationSettings, organizations, users } from '@notafter/db';
import { type OrganizationId, organizationNameFor, type UserId } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../../context.ts';

interface Founder {
  /** Normalized. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Null for a person who signs in by other means. */
  readonly passwordHash: string | null;
  readonly activatedAt: Date | null;
}

/** Creates an organization and its first admin; returns null if the address has an account, and the caller must roll back. */
export const createAccount = async (
  tx: TransactionContext<SystemContext>,
  founder: Founder,
): Promise<{ readonly userId: UserId; readonly orgId: OrganizationId } | null> => {
  const createdAt = tx.clock.now();
  const orgId = newId<'organization'>();
  const userId = newId<'user'>();
  await tx.db.insert(organizations).values({ id: orgId, name: organizationNameFor(founder), plan: tx.config.defaultPlan, createdAt });
  await tx.db.insert(notificationSettings).values({ orgId, scaleToLifetime: true });
  const made = await tx.db
    .insert(users)
    .values({ ...founder, id: userId, orgId, role: 'admin', createdAt })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return made.length === 0 ? null : { userId, orgId };
};
