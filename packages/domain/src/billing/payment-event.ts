import type { BillingInterval } from './checkout.ts';

/** How the provider names the plan of a purchase; `planNamedBy` reads it. */
export interface PlanNames {
  /** `metadata.plan`, as the operator wrote it. */
  readonly metadataPlan: string | null;
  /** The price's `lookup_key`. */
  readonly lookupKey: string | null;
}

export interface CheckoutCompleted extends PlanNames {
  readonly kind: 'checkout';
  /** The organization's `client_reference_id`, which the person who followed the link may have changed. */
  readonly reference: string | null;
  readonly customerId: string | null;
  /** Null if the link sells something once. */
  readonly subscriptionId: string | null;
  /** False if the payment is still pending. */
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
  /** When the subscription ends, if it is to be canceled. */
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

/** An event that does not concern plans. */
export interface OtherPayment {
  readonly kind: 'other';
}

export type PaymentFacts = CheckoutCompleted | SubscriptionChanged | PaymentMade | OtherPayment;

/** A genuine event of the payment provider, with its id and the second of its creation. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly facts: PaymentFacts;
}

/** Result of checking the signature over the raw body: the event, or the reason for refusing it. */
export type VerifiedPayment =
  | { readonly kind: 'genuine'; readonly event: PaymentEvent }
  | { readonly kind: 'refused'; readonly reason: string };

/** Verifies events of the payment provider. Never rejects because of the caller's input. */
export interface Payments {
  /** False without the signing secret: then every event is refused. */
  readonly enabled: boolean;
  /** Where people see invoices and change payment details; null if the operator configured none. */
  readonly portalUrl: string | null;
  /** `rawBody` is the body byte for byte; a signature older than 300 s at `now` is refused. */
  verify(rawBody: Uint8Array, signature: string | null, now: Date): Promise<VerifiedPayment>;
}
