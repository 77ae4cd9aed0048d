import { environments, organizations } from '@notafter/db';
import { updateEnvironmentInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { refuseTakenName } from './internal/environment-rules.ts';
import { type EnvironmentView, getEnvironmentForOrg } from './internal/environment-view.ts';

/** Renames or describes an environment. Throws `environment_plan`, `environment_not_found` or `environment_exists`. */
export const updateEnvironment = useCase({
  name: 'environments/update-environment',
  access: 'admin',
  apiKey: 'write',
  plan: 'environments',
  input: updateEnvironmentInput,
  audit: 'Changed an environment',
})(async (ctx, { id, name, description }): Promise<{ environment: EnvironmentView }> => {
  return withTransaction(ctx, async (tx, audit) => {
    await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
    const before = await getEnvironmentForOrg(tx.db, tx.reach, id);
    await refuseTakenName(tx.db, tx.org.id, name, id);
    await tx.db.update(environments).set({ name, description }).where(eq(environments.id, id));
    audit({ subjectId: id, detail: { name, ...(before.name === name ? {} : { before: before.name }) } });
    return { environment: { ...before, name, description } };
  });
});
