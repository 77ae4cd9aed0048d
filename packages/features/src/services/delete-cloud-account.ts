import { cloudAccounts, services } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { cloudAccountIdInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { dropAccount, getAccountForOrg } from './internal/cloud-account.ts';

/** Deletes an account that no service uses. Nothing changes on the cloud. Throws `cloud_account_not_found` or `cloud_account_in_use`. */
export const deleteCloudAccount = useCase({
  name: 'services/delete-cloud-account',
  access: 'admin',
  input: cloudAccountIdInput,
  audit: 'Deleted a cloud account',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const { name } = await getAccountForOrg(tx.db, tx.org.id, id);
    // A deployment that names this account waits for this row, and does not find it.
    await tx.db.select({ id: cloudAccounts.id }).from(cloudAccounts).where(eq(cloudAccounts.id, id)).for('update');
    const using = await tx.db.$count(services, and(eq(services.accountId, id), isNull(services.deletedAt)));
    if (using > 0) throw new DomainError('cloud_account_in_use');
    await dropAccount(tx.db, id);
    audit({ subjectId: id, detail: { name } });
  });
});
