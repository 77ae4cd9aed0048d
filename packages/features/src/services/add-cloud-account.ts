import { cloudAccounts, newId } from '@notafter/db';
import { type CloudAccountId, DomainError } from '@notafter/domain';
import { addCloudAccountInput } from '@notafter/domain/inputs';
import { personBehind } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { refuseTakenName, requireUsable, sealCredentials } from './internal/cloud-account.ts';

/**
 * Adds an account on a cloud that services may use, once the cloud allows all that they need. Throws `cloud_not_enabled`,
 * `cloud_account_unusable` with the permission that is missing, `cloud_account_exists` or `cloud_account_limit`.
 */
export const addCloudAccount = useCase({
  name: 'services/add-cloud-account',
  access: 'admin',
  input: addCloudAccountInput,
  audit: 'Added a cloud account',
})(async (ctx, { name, credentials }): Promise<{ readonly id: CloudAccountId }> => {
  const { clouds, driverFor } = ctx.gateways.services;
  if (!clouds.includes(credentials.cloud)) throw new DomainError('cloud_not_enabled');
  await requireUsable(driverFor(credentials));
  return withTransaction(ctx, async (tx, audit) => {
    await refuseTakenName(tx.db, tx.org.id, name);
    const id = newId<'cloud-account'>();
    const now = tx.clock.now();
    await tx.db.insert(cloudAccounts).values({
      ...{ id, orgId: tx.org.id, name, cloud: credentials.cloud, credentialsSealed: sealCredentials(tx, id, credentials) },
      ...{ checkedAt: now, createdBy: personBehind(tx.actor), createdAt: now },
    });
    audit({ subjectId: id, detail: { name, cloud: credentials.cloud } });
    return { id };
  });
});
