import { randomBytes } from 'node:crypto';
import { billingAccounts, certificateCounts, certificates, type Database, environments, organizations } from '@notafter/db';
import {
  type BillingInterval,
  type CheckoutLinks,
  checkoutUrl,
  type Downgrade,
  downgradeTo,
  type Entitlements,
  graceEndsAt,
  type OrganizationId,
  type SoldPlan,
  sellsPlans,
  soldPlans,
} from '@notafter/domain';
import { type GetPlanInput, getPlanInput } from '@notafter/domain/inputs';
import { and, count, eq, isNotNull, sum } from 'drizzle-orm';
import type { OrgContext } from '../context.ts';
import { countSeats } from '../team/seats.ts';
import { useCase } from '../use-case.ts';

/** 144 random bits, in the characters that a checkout address may contain. */
const REFERENCE_BYTES = 18;

/** A plan that can be bought, with a checkout address for the caller; null if the operator configured none. */
export interface PlanOffer {
  readonly plan: SoldPlan;
  readonly monthlyUrl: string | null;
  readonly annualUrl: string | null;
  /** Things to remove before this plan fits; null if it fits. */
  readonly downgrade: Downgrade | null;
}

/** Details for the person who pays. */
export interface BillingDetails {
  readonly clientReferenceId: string;
  /** The provider's status of the subscription; null before the first one. */
  readonly status: string | null;
  readonly interval: BillingInterval | null;
  readonly trialEndsAt: Date | null;
  readonly periodEndsAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly paymentFailedAt: Date | null;
  /** When the plan ends unless the failed payment succeeds. */
  readonly graceEndsAt: Date | null;
  readonly portalUrl: string | null;
  readonly offers: readonly PlanOffer[];
}

/** The current plan and its use; null as a limit means unlimited. */
export interface PlanView {
  readonly plan: string;
  readonly setBy: Entitlements['setBy'];
  readonly currentCertificates: number;
  readonly currentMembers: number;
  /** Open invitations; each takes a seat. */
  readonly pendingInvitations: number;
  readonly currentEnvironments: number;
  readonly limits: { readonly certificates: number | null; readonly members: number | null; readonly environments: number | null };
  /** Null for viewers, and if no plan is sold. */
  readonly billing: BillingDetails | null;
  /** For the requested plan, if it is too small. */
  readonly downgrade: Downgrade | null;
}

const countUse = async ({ db, org: { id: orgId }, entitlements, clock }: OrgContext) => {
  const [[counted], ofServices, seats, [all]] = await Promise.all([
    db
      .select({ total: sum(certificateCounts.total) })
      .from(certificateCounts)
      .where(eq(certificateCounts.orgId, orgId)),
    // The endpoints of data services count against no limit.
    db.$count(certificates, and(eq(certificates.orgId, orgId), isNotNull(certificates.serviceId))),
    countSeats(db, orgId, entitlements.memberLimit, clock.now()),
    db.select({ total: count() }).from(environments).where(eq(environments.orgId, orgId)),
  ]);
  return {
    currentCertificates: Number(counted?.total ?? 0) - ofServices,
    currentMembers: seats.members,
    pendingInvitations: seats.invited,
    currentEnvironments: all?.total ?? 0,
  };
};

/** Returns the organization's account. The first read creates it; of concurrent reads, one does. */
const findOrMakeAccount = async (db: Database, orgId: OrganizationId): Promise<typeof billingAccounts.$inferSelect> => {
  const read = () => db.select().from(billingAccounts).where(eq(billingAccounts.orgId, orgId));
  const [existing] = await read();
  if (existing !== undefined) return existing;
  const clientReferenceId = randomBytes(REFERENCE_BYTES).toString('base64url');
  await db.insert(billingAccounts).values({ orgId, clientReferenceId }).onConflictDoNothing({ target: billingAccounts.orgId });
  const [made] = await read();
  if (made === undefined) throw new Error('The billing account that was just made is not there.');
  return made;
};

interface Buyer {
  readonly email: string;
  readonly reference: string;
}

const offersFor = (links: CheckoutLinks, buyer: Buyer, downgrade: (plan: string) => Downgrade | null): PlanOffer[] =>
  soldPlans.map((plan) => {
    const link = (interval: BillingInterval): string | null => {
      const address = links[plan]?.[interval];
      return address === undefined ? null : checkoutUrl(address, buyer);
    };
    return { plan, monthlyUrl: link('monthly'), annualUrl: link('annual'), downgrade: downgrade(plan) };
  });

const ownLimitOf = async (db: Database, orgId: OrganizationId): Promise<number | null> => {
  const [row] = await db.select({ limit: organizations.certificateLimit }).from(organizations).where(eq(organizations.id, orgId));
  return row?.limit ?? null;
};

/**
 * Returns the organization's plan and its use, and with `target` the obstacles to a smaller plan. Admins also get checkout and
 * payment details, except on Self-hosted, which is not sold.
 */
export const getPlan = useCase({
  name: 'billing/get-plan',
  access: 'member',
  input: getPlanInput,
})(async (ctx, { target }: GetPlanInput = {}): Promise<PlanView> => {
  const person = ctx.actor;
  const { db, org, entitlements, config, gateways } = ctx;
  const [use, ownLimit] = await Promise.all([countUse(ctx), ownLimitOf(db, org.id)]);
  const downgrade = (plan: string): Downgrade | null => downgradeTo(plan, use.currentCertificates, ownLimit);
  const isBuyer = person.role === 'admin' && sellsPlans(org.plan);
  const account = isBuyer ? await findOrMakeAccount(db, org.id) : null;
  return {
    plan: org.plan,
    setBy: entitlements.setBy,
    ...use,
    limits: {
      certificates: entitlements.certificateLimit,
      members: entitlements.memberLimit,
      environments: entitlements.environmentLimit,
    },
    billing:
      account === null
        ? null
        : {
            clientReferenceId: account.clientReferenceId,
            status: account.status,
            interval: account.interval,
            trialEndsAt: account.trialEndsAt,
            periodEndsAt: account.periodEndsAt,
            cancelAtPeriodEnd: account.cancelAtPeriodEnd,
            paymentFailedAt: account.paymentFailedAt,
            graceEndsAt: account.paymentFailedAt === null ? null : graceEndsAt(account.paymentFailedAt),
            portalUrl: gateways.payments.portalUrl,
            offers: offersFor(config.checkoutLinks, { email: person.email, reference: account.clientReferenceId }, downgrade),
          },
    downgrade: target === undefined || !sellsPlans(org.plan) ? null : downgrade(target),
  };
});
