import { environments } from '@notafter/db';
import { DomainError, type EnvironmentId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import { environmentsWithin } from '../../certificate-reach.ts';
import type { OrgContext, TransactionContext } from '../../context.ts';

/**
 * Locks the environment until the commit, so that it is not deleted. Throws `environment_plan`, or `environment_not_found` also
 * for one outside the caller's scope.
 */
export const lockEnvironment = async (tx: TransactionContext<OrgContext>, id: EnvironmentId): Promise<void> => {
  if (tx.entitlements.environmentLimit === 0) throw new DomainError('environment_plan');
  const [held] = await tx.db
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.id, id), environmentsWithin(tx.reach)))
    .for('key share');
  if (held === undefined) throw new DomainError('environment_not_found');
};
