import { environments } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { environmentIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getEnvironmentForOrg } from './internal/environment-view.ts';

const inUse = (certificates: number): DomainError =>
  new DomainError('environment_in_use', {
    message:
      certificates === 1
        ? 'One certificate is assigned to this environment. Assign it to another one first.'
        : `${certificates} certificates are assigned to this environment. Assign them to another one first.`,
  });

/** Deletes an environment. Throws `environment_not_found`, or `environment_in_use` while certificates are assigned to it. */
export const removeEnvironment = useCase({
  name: 'environments/remove-environment',
  access: 'admin',
  apiKey: 'delete',
  input: environmentIdInput,
  audit: 'Deleted an environment',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const owned = and(eq(environments.id, id), eq(environments.orgId, tx.org.id));
    // Assigning a certificate takes a share lock on this row, so the count below is final.
    await tx.db.select({ id: environments.id }).from(environments).where(owned).for('update');
    const { name, certificateCount } = await getEnvironmentForOrg(tx.db, tx.reach, id);
    if (certificateCount > 0) throw inUse(certificateCount);
    await tx.db.delete(environments).where(owned);
    audit({ subjectId: id, detail: { name } });
  });
});
