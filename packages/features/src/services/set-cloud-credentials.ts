import { cloudAccounts } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { setCloudCredentialsInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getAccountForOrg, requireUsable, sealCredentials, storeAccountState } from './internal/cloud-account.ts';

/**
 * Replaces the credentials of an account, once the cloud accepts the new ones. Its services go on with them. Throws
 * `cloud_account_not_found`, `cloud_account_unusable`, and `invalid_input` for those of another cloud.
 */
export const setCloudCredentials = useCase({
  name: 'services/set-cloud-credentials',
  access: 'admin',
  input: setCloudCredentialsInput,
  audit: 'Replaced the credentials of a cloud account',
})(async (ctx, { id, credentials }): Promise<void> => {
  const row = await getAccountForOrg(ctx.db, ctx.org.id, id);
  if (row.cloud !== credentials.cloud)
    throw new DomainError('invalid_input', { details: [{ path: 'credentials', message: 'are of another cloud' }] });
  await requireUsable(ctx.gateways.services.driverFor(credentials));
  await withTransaction(ctx, async (tx, audit) => {
    await tx.db
      .update(cloudAccounts)
      .set({ credentialsSealed: sealCredentials(tx, id, credentials) })
      .where(eq(cloudAccounts.id, id));
    await storeAccountState(tx, row, null);
    audit({ subjectId: id, detail: { name: row.name } });
  });
});
