import { billingAccounts, type Executor, paymentEvents } from '@notafter/db';
import { DomainError, type OrganizationId, type OwnedEvent, ownerOf, type PaymentEvent, subscriptionsOf } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type BillingChange, bringUpToDate, lockPayments } from './internal/bring-up-to-date.ts';
import { eventsRelatedTo, partiesOf } from './internal/stored-event.ts';

export interface DeliveredEvent {
  /** Byte for byte as it arrived. */
  readonly rawBody: Uint8Array;
  /** The `Stripe-Signature` header. */
  readonly signature: string | null;
}

/** Outcome of an event; `replayed` was known already and changed nothing. */
export type RecordedPayment = 'applied' | 'unowned' | 'ignored' | 'replayed';

interface Outcome {
  readonly outcome: Exclude<RecordedPayment, 'replayed'>;
  readonly reason: string | null;
}

type Tx = TransactionContext<SystemContext>;

const organizationByReference = async (db: Executor, reference: string | null): Promise<OrganizationId | null> => {
  if (reference === null) return null;
  const [account] = await db
    .select({ orgId: billingAccounts.orgId })
    .from(billingAccounts)
    .where(eq(billingAccounts.clientReferenceId, reference));
  return account?.orgId ?? null;
};

/** Stores the event; returns null if it is stored already. */
const insertEvent = async (tx: Tx, { id, type, createdAt, facts }: PaymentEvent): Promise<OwnedEvent | null> => {
  const orgId = facts.kind === 'checkout' ? await organizationByReference(tx.db, facts.reference) : null;
  const { customerId, subscriptionId } = partiesOf(facts);
  const inserted = await tx.db
    .insert(paymentEvents)
    .values({
      id,
      type,
      orgId,
      customerId,
      subscriptionId,
      createdAt,
      receivedAt: tx.clock.now(),
      outcome: 'ignored',
      detail: { facts },
    })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  return inserted.length === 0 ? null : { id, type, createdAt, facts, orgId };
};

/** Assigns the event, and those that waited for it, to their organization; returns every organization that gained or lost one. */
const settleOwners = async (tx: Tx, event: OwnedEvent): Promise<{ owner: OrganizationId | null; affected: Set<OrganizationId> }> => {
  const related = await eventsRelatedTo(tx.db, event.facts);
  const owner = ownerOf(event, related);
  const affected = new Set<OrganizationId>(owner === null ? [] : [owner]);
  for (const other of related) {
    const now = ownerOf(other, related);
    if (now === other.orgId) continue;
    for (const organization of [now, other.orgId]) if (organization !== null) affected.add(organization);
    await tx.db
      .update(paymentEvents)
      .set({ orgId: now, ...(now === null ? {} : { outcome: 'applied' }) })
      .where(eq(paymentEvents.id, other.id));
  }
  return { owner, affected };
};

const outcomeOf = ({ facts }: PaymentEvent, owner: OrganizationId | null, change: BillingChange | null): Outcome => {
  if (facts.kind === 'other') return { outcome: 'ignored', reason: 'type' };
  if (facts.subscriptionId === null) return { outcome: 'ignored', reason: 'no_subscription' };
  if (owner === null) return { outcome: 'unowned', reason: facts.kind === 'checkout' ? 'reference_unknown' : 'checkout_unknown' };
  const subscription = subscriptionsOf(change?.events ?? []).find(({ id }) => id === facts.subscriptionId);
  return facts.kind === 'subscription' && subscription?.plan === null
    ? { outcome: 'ignored', reason: 'plan_unknown' }
    : { outcome: 'applied', reason: null };
};

const detailOf = ({ id, type }: PaymentEvent, { account, planBefore, plan }: BillingChange): Record<string, unknown> => ({
  event: id,
  type,
  ...(plan === planBefore ? { plan } : { plan, planBefore }),
  status: account.status,
});

/**
 * Processes an event of the payment provider: event, account, plan and audit row in one transaction, so that a failed delivery
 * can be repeated. Throws `not_found` if no provider is configured and `payment_event_invalid` for a wrong signature.
 */
export const recordPaymentEvent = useCase({
  name: 'billing/record-payment-event',
  access: 'anyone',
  audit: 'Paid, or changed the subscription',
})(async (ctx, { rawBody, signature }: DeliveredEvent): Promise<RecordedPayment> => {
  const { payments } = ctx.gateways;
  if (!payments.enabled) throw new DomainError('not_found');
  const verified = await payments.verify(rawBody, signature, ctx.clock.now());
  if (verified.kind === 'refused') {
    ctx.log.warn({ reason: verified.reason, ip: ctx.origin.ip }, 'a payment event was refused');
    throw new DomainError('payment_event_invalid');
  }
  const { event } = verified;
  // Ignores any cookie of the request: the caller is the provider.
  const { outcome, reason } = await withTransaction({ ...ctx, actor: null }, async (tx, audit) => {
    await lockPayments(tx);
    const stored = await insertEvent(tx, event);
    if (stored === null) return { outcome: 'replayed' as const, reason: null };
    const { owner, affected } = await settleOwners(tx, stored);
    const changes = new Map<OrganizationId, BillingChange | null>();
    for (const orgId of affected) changes.set(orgId, await bringUpToDate(tx, orgId));
    const change = owner === null ? null : (changes.get(owner) ?? null);
    const result = outcomeOf(event, owner, change);
    await tx.db
      .update(paymentEvents)
      .set({ outcome: result.outcome, detail: { facts: event.facts, reason: result.reason } })
      .where(eq(paymentEvents.id, event.id));
    if (owner !== null && change !== null) audit({ author: 'payment-provider', orgId: owner, detail: detailOf(event, change) });
    return result;
  });
  if (outcome === 'unowned' || reason === 'plan_unknown' || reason === 'no_subscription') {
    ctx.log.warn({ event: event.id, type: event.type, reason }, 'a payment event changed no plan');
  } else {
    ctx.log.info({ event: event.id, type: event.type, outcome, reason }, 'took a payment event');
  }
  return outcome;
});
