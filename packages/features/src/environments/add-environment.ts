import { environments, newId, organizations } from '@notafter/db';
import type { AddEnvironmentInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { refuseAboveLimit, refuseTakenName } from './internal/environment-rules.ts';
import { type EnvironmentView, getEnvironmentForOrg } from './internal/environment-view.ts';

/** Creates an environment. Throws `environment_plan`, `environment_limit` or `environment_exists`. */
export const addEnvironment = async (
  ctx: OrgContext,
  { name, description }: AddEnvironmentInput,
): Promise<{ environment: EnvironmentView }> => {
  requirePermission(ctx, 'environments/add-environment');
  return withTransaction(ctx, 'environments/add-environment', async (tx, audit) => {
    // Concurrent requests pass here one by one, so that the count and the names still hold at the commit.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    await refuseTakenName(tx.db, tx.org.id, name);
    await refuseAboveLimit(tx.db, tx.org.id, tx.entitlements.environmentLimit);
    const id = newId<'environment'>();
    await tx.db.insert(environments).values({ id, orgId: tx.org.id, name, description, createdAt: tx.clock.now() });
    audit({ subjectId: id, detail: { name } });
    return { environment: await getEnvironmentForOrg(tx.db, tx.reach, id) };
  });
};
