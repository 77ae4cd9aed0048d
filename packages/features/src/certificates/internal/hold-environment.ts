import { environments } from '@notafter/db';
import { DomainError, type EnvironmentId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import { environmentsWithin } from '../../certificate-reach.ts';
import type { OrgContext, TransactionContext } from '../../context.ts';

/**
 * Held until the commit, so that nobody deletes it meanwhile. Throws `environment_plan`, or `environment_not_found` also for
 * one that the caller's scope does not hold.
 */
export const holdEnvironment = async (tx: TransactionContext<OrgContext>, id: EnvironmentId): Promise<void> => {
  if (tx.entitlements.environmentLimit === 0) throw new DomainError('environment_plan');
  const [held] = await tx.db
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.id, id), environmentsWithin(tx.reach)))
    .for('key share');
  if (held === undefined) throw new DomainError('environment_not_found');
};
