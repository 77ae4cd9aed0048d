import { cloudAccounts, type Executor, organizations, services, type Transaction } from '@notafter/db';
import {
  type Clock,
  type CloudAccountId,
  type CloudCredentials,
  type CloudDriver,
  DomainError,
  type OrganizationId,
  ProviderError,
  SECOND_MS,
} from '@notafter/domain';
import { cloudCredentialsInput } from '@notafter/domain/inputs';
import { and, asc, eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';

export type CloudAccountRow = typeof cloudAccounts.$inferSelect;

/** The name of the operator's account, which has no row. */
export const OPERATORS_ACCOUNT = 'Account of this installation';

const placeOf = (id: CloudAccountId) => ({ table: 'cloud_accounts', row: id });

export const sealCredentials = ({ auth }: Pick<SystemContext, 'auth'>, id: CloudAccountId, credentials: CloudCredentials): string =>
  auth.sealing.seal(placeOf(id), JSON.stringify(credentials));

export const getAccount = async (db: Executor, id: CloudAccountId): Promise<CloudAccountRow> => {
  const [row] = await db.select().from(cloudAccounts).where(eq(cloudAccounts.id, id));
  if (row === undefined) throw new Error('A service names a cloud account that does not exist.');
  return row;
};

export const listAccounts = (db: Executor, orgId: OrganizationId): Promise<CloudAccountRow[]> =>
  db.select().from(cloudAccounts).where(eq(cloudAccounts.orgId, orgId)).orderBy(asc(cloudAccounts.createdAt), asc(cloudAccounts.id));

/** Throws `cloud_account_not_found`, also for another organization's. */
export const getAccountForOrg = async (db: Executor, orgId: OrganizationId, id: CloudAccountId): Promise<CloudAccountRow> => {
  const [row] = await db
    .select()
    .from(cloudAccounts)
    .where(and(eq(cloudAccounts.orgId, orgId), eq(cloudAccounts.id, id)));
  if (row === undefined) throw new DomainError('cloud_account_not_found');
  return row;
};

/** Throws `ProviderError` for a cloud that the operator has since switched off. */
export const driverOfAccount = ({ auth, gateways }: SystemContext, row: CloudAccountRow): CloudDriver => {
  if (!gateways.services.clouds.includes(row.cloud)) throw new ProviderError('auth', 'This cloud is not enabled on this installation.');
  const credentials = cloudCredentialsInput.parse(JSON.parse(auth.sealing.open(placeOf(row.id), row.credentialsSealed)));
  return gateways.services.driverFor(credentials);
};

/** Stores what the last call of an account said about it: that it works, or why not. A failure that may pass says nothing. */
export const storeAccountState = async (
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  { id }: Pick<CloudAccountRow, 'id'>,
  refusal: ProviderError | null,
): Promise<void> => {
  if (refusal?.passes === true) return;
  const state = { problem: refusal?.message ?? null, isRefused: refusal?.fault === 'auth', checkedAt: clock.now() };
  await db.update(cloudAccounts).set(state).where(eq(cloudAccounts.id, id));
};

const CHECK_MS = 30 * SECOND_MS;

/** Null if the cloud allows all that services need. */
export const checkAccount = async (driver: CloudDriver): Promise<ProviderError | null> => {
  try {
    await driver.check(AbortSignal.timeout(CHECK_MS));
    return null;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    if (error instanceof DOMException) return new ProviderError('transient', 'The cloud did not answer within 30 seconds. Try again.');
    throw error;
  }
};

/** Throws `cloud_account_unusable` with what the cloud says. */
export const requireUsable = async (driver: CloudDriver): Promise<void> => {
  const refusal = await checkAccount(driver);
  if (refusal !== null) throw new DomainError('cloud_account_unusable', { message: refusal.message });
};

/** Most organizations have one account per cloud. */
const ACCOUNTS_MAX = 20;

/** Concurrent requests pass one by one until the commit. Throws `cloud_account_exists` or `cloud_account_limit`. */
export const refuseTakenName = async (db: Transaction, orgId: OrganizationId, name: string): Promise<void> => {
  await db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, orgId)).for('no key update');
  const known = await listAccounts(db, orgId);
  if (known.some((one) => one.name.toLowerCase() === name.toLowerCase())) throw new DomainError('cloud_account_exists');
  if (known.length >= ACCOUNTS_MAX) throw new DomainError('cloud_account_limit');
};

/** Deletes an account whose services are all deleted. Their rows stay, without it. */
export const dropAccount = async (db: Transaction, id: CloudAccountId): Promise<void> => {
  await db.update(services).set({ accountId: null }).where(eq(services.accountId, id));
  await db.delete(cloudAccounts).where(eq(cloudAccounts.id, id));
};
