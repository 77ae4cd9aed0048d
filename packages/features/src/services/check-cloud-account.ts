import { cloudAccountIdInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { checkAccount, driverOfAccount, getAccountForOrg, storeAccountState } from './internal/cloud-account.ts';

/** Asks a cloud whether its account allows all that services need: null if so, else what is missing. Throws `cloud_account_not_found`. */
export const checkCloudAccount = useCase({
  name: 'services/check-cloud-account',
  access: 'admin',
  input: cloudAccountIdInput,
  audit: 'Checked a cloud account',
})(async (ctx, { id }): Promise<{ readonly problem: string | null }> => {
  const row = await getAccountForOrg(ctx.db, ctx.org.id, id);
  const refusal = await checkAccount(driverOfAccount(ctx, row));
  return withTransaction(ctx, async (tx, audit) => {
    await storeAccountState(tx, row, refusal);
    audit({ subjectId: id, detail: { name: row.name, problem: refusal?.message ?? null } });
    return { problem: refusal?.message ?? null };
  });
});
