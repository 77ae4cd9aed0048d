import type { BillingInterval } from './checkout.ts';

/** What the provider calls the plan of a purchase; `planNamedBy` reads it. */
export interface PlanNames {
  /** `metadata.plan`, as the operator wrote it. */
  readonly metadataPlan: string | null;
  /** The price's `lookup_key`. */
  readonly lookupKey: string | null;
}

export interface CheckoutCompleted extends PlanNames {
  readonly kind: 'checkout';
  /** The organization's `client_reference_id`, which whoever followed the link may have changed. */
  readonly reference: string | null;
  readonly customerId: string | null;
  /** Null where the link sells something once. */
  readonly subscriptionId: string | null;
  /** False where the money is still on its way. */
  readonly settled: boolean;
}

export interface SubscriptionChanged extends PlanNames {
  readonly kind: 'subscription';
  readonly change: 'created' | 'updated' | 'deleted';
  readonly subscriptionId: string;
  readonly customerId: string | null;
  /** Stripe's: incomplete, trialing, active, past_due, unpaid, paused, incomplete_expired, canceled. */
  readonly status: string;
  readonly interval: BillingInterval | null;
  readonly startedAt: Date;
  readonly trialEndsAt: Date | null;
  /** Where the subscription is to be cancelled: when it ends. */
  readonly periodEndsAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  /** The provider gave up on a payment. */
  readonly endedUnpaid: boolean;
}

export interface PaymentMade {
  readonly kind: 'payment';
  readonly outcome: 'paid' | 'failed';
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
}

/** An event of no concern to plans. */
export interface OtherPayment {
  readonly kind: 'other';
}

export type PaymentFacts = CheckoutCompleted | SubscriptionChanged | PaymentMade | OtherPayment;

/** A genuine event of the payment provider: its own id and the second in which it made it. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly facts: PaymentFacts;
}

/** What the signature over the raw body says of it: the event, or why it is none of the provider's. */
export type VerifiedPayment =
  | { readonly kind: 'genuine'; readonly event: PaymentEvent }
  | { readonly kind: 'refused'; readonly reason: string };

/** Tells the provider's events from forged ones. Never rejects for what a caller sends. */
export interface Payments {
  /** False without the secret that signatures are made with: then every event is refused. */
  readonly enabled: boolean;
  /** Where people see invoices and change how they pay; null where the operator named no such address. */
  readonly portalUrl: string | null;
  /** `rawBody` is what arrived, byte for byte; a signature older than 300 s at `now` is refused. */
  verify(rawBody: Uint8Array, signature: string | null, now: Date): Promise<VerifiedPayment>;
}
