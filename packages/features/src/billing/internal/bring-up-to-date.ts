import { billingAccounts, organizations } from '@notafter/db';
import { type BillingAccount, decideSubscription, type OrganizationId, type OwnedEvent } from '@notafter/domain';
import { eq, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { requestReview } from '../../request-review.ts';
import { eventsOfOrganization } from './stored-event.ts';

const PAYMENTS_LOCK = 0x4e_41_50_41;

type Tx = Pick<TransactionContext<SystemContext>, 'db' | 'jobs' | 'clock'>;

/**
 * One at a time, over all organizations: events of one purchase arrive within the same second, and one of them says which
 * organization the others belong to. A few events a second would be a large business.
 */
export const lockPayments = async ({ db }: Tx): Promise<void> => {
  await db.execute(sql`select pg_advisory_xact_lock(${PAYMENTS_LOCK}::bigint)`);
};

/** Outcome for an organization; `plan` is the one in force afterwards. */
export interface BillingChange {
  readonly account: BillingAccount;
  readonly planBefore: string;
  readonly plan: string;
  readonly events: readonly OwnedEvent[];
}

/**
 * Derives account and plan from the organization's events at this instant, and requests a review if the plan changed. Call it
 * under `lockPayments`.
 */
export const bringUpToDate = async (tx: Tx, orgId: OrganizationId): Promise<BillingChange | null> => {
  const [stored] = await tx.db
    .select({ plan: organizations.plan, account: billingAccounts })
    .from(organizations)
    .innerJoin(billingAccounts, eq(billingAccounts.orgId, organizations.id))
    .where(eq(organizations.id, orgId))
    // The operator may be changing the plan concurrently.
    .for('no key update');
  if (stored === undefined) return null;
  const events = await eventsOfOrganization(tx.db, orgId);
  const { account, newPlan } = decideSubscription(stored.plan, stored.account, events, tx.clock.now());
  await tx.db.update(billingAccounts).set(account).where(eq(billingAccounts.orgId, orgId));
  if (newPlan !== null) {
    await tx.db.update(organizations).set({ plan: newPlan }).where(eq(organizations.id, orgId));
    await requestReview(tx, orgId);
  }
  return { account, planBefore: stored.plan, plan: newPlan ?? stored.plan, events };
};
