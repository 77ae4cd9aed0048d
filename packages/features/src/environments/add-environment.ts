import { environments, newId, organizations } from '@notafter/db';
import { addEnvironmentInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { refuseAboveLimit, refuseTakenName } from './internal/environment-rules.ts';
import { type EnvironmentView, getEnvironmentForOrg } from './internal/environment-view.ts';

/** Creates an environment. Throws `environment_plan`, `environment_limit` or `environment_exists`. */
export const addEnvironment = useCase({
  name: 'environments/add-environment',
  access: 'admin',
  apiKey: 'write',
  plan: 'environments',
  input: addEnvironmentInput,
  audit: 'Added an environment',
})(async (ctx, { name, description }): Promise<{ environment: EnvironmentView }> => {
  return withTransaction(ctx, async (tx, audit) => {
    // Concurrent requests pass here one by one, so that the count and the names still hold at the commit.
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    await refuseTakenName(tx.db, tx.org.id, name);
    await refuseAboveLimit(tx.db, tx.org.id, tx.entitlements.environmentLimit);
    const id = newId<'environment'>();
    await tx.db.insert(environments).values({ id, orgId: tx.org.id, name, description, createdAt: tx.clock.now() });
    audit({ subjectId: id, detail: { name } });
    return { environment: await getEnvironmentForOrg(tx.db, tx.reach, id) };
  });
});
