import type { Payments, VerifiedPayment } from '@notafter/domain';
import { stripeFacts } from './stripe-facts.ts';

const TOLERANCE_SECONDS = 300;
const MS = 1000;

interface StripeSettings {
  readonly webhookSecret: string | null;
  readonly portalUrl: string | null;
}

const refused = (error: unknown): VerifiedPayment => ({ kind: 'refused', reason: error instanceof Error ? error.name : 'unknown' });

/** Stripe's webhooks by its own SDK, which is loaded with the first event. No call is ever made to Stripe, so no API key is needed. */
export const createStripePayments = ({ webhookSecret, portalUrl }: StripeSettings): Payments => ({
  enabled: webhookSecret !== null,
  portalUrl,
  verify: async (rawBody, signature, now) => {
    if (webhookSecret === null || signature === null) return { kind: 'refused', reason: 'no signature' };
    const { default: Stripe } = await import('stripe');
    try {
      const event = await Stripe.webhooks.constructEventAsync(
        rawBody,
        signature,
        webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      );
      const createdAt = new Date(event.created * MS);
      if (typeof event.id !== 'string' || typeof event.type !== 'string' || Number.isNaN(createdAt.getTime())) {
        return { kind: 'refused', reason: 'no event' };
      }
      return {
        kind: 'genuine',
        event: { id: event.id, type: event.type, createdAt, facts: stripeFacts(event.type, event.data.object, createdAt) },
      };
    } catch (error) {
      return refused(error);
    }
  },
});
