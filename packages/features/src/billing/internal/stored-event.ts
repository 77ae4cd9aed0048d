import { type Executor, paymentEvents } from '@notafter/db';
import type { OrganizationId, OwnedEvent, PaymentFacts } from '@notafter/domain';
import { eq, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';

const names = { metadataPlan: z.string().nullable(), lookupKey: z.string().nullable() };
const instant = z.iso.datetime().transform((text) => new Date(text));

/** The event as JSON, instants as text. */
const storedFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('checkout'),
    reference: z.string().nullable(),
    customerId: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    settled: z.boolean(),
    ...names,
  }),
  z.object({
    kind: z.literal('subscription'),
    change: z.enum(['created', 'updated', 'deleted']),
    subscriptionId: z.string(),
    customerId: z.string().nullable(),
    status: z.string(),
    interval: z.enum(['monthly', 'annual']).nullable(),
    startedAt: instant,
    trialEndsAt: instant.nullable(),
    periodEndsAt: instant.nullable(),
    cancelAtPeriodEnd: z.boolean(),
    endedUnpaid: z.boolean(),
    ...names,
  }),
  z.object({
    kind: z.literal('payment'),
    outcome: z.enum(['paid', 'failed']),
    subscriptionId: z.string().nullable(),
    customerId: z.string().nullable(),
  }),
  z.object({ kind: z.literal('other') }),
]);

/** Identifies an event among those of the same customer or subscription; null if it concerns neither. */
export const partiesOf = (facts: PaymentFacts): { readonly customerId: string | null; readonly subscriptionId: string | null } =>
  facts.kind === 'other' ? { customerId: null, subscriptionId: null } : facts;

const eventsWhere = async (db: Executor, condition: SQL | undefined): Promise<OwnedEvent[]> => {
  if (condition === undefined) return [];
  const { id, type, orgId, createdAt, detail } = paymentEvents;
  const rows = await db.select({ id, type, orgId, createdAt, detail }).from(paymentEvents).where(condition);
  return rows.map(({ detail: { facts }, ...row }) => ({ ...row, facts: storedFacts.parse(facts) }));
};

export const eventsOfOrganization = (db: Executor, orgId: OrganizationId): Promise<OwnedEvent[]> =>
  eventsWhere(db, eq(paymentEvents.orgId, orgId));

/** Events of the same customer or subscription, in any organization. */
export const eventsRelatedTo = (db: Executor, facts: PaymentFacts): Promise<OwnedEvent[]> => {
  const { customerId, subscriptionId } = partiesOf(facts);
  return eventsWhere(
    db,
    or(
      customerId === null ? undefined : eq(paymentEvents.customerId, customerId),
      subscriptionId === null ? undefined : eq(paymentEvents.subscriptionId, subscriptionId),
    ),
  );
};
