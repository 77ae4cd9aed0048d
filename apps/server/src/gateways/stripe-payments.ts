import type { Payments, VerifiedPayment } from '@notafter/domain';
import { stripeFacts } from './stripe-facts.ts';

const TOLERANCE_SECONDS = 300;
const MS = 1000;

interface StripeSettings {
  readonly webhookSecret: string | null;
  readonly portalUrl: string | null;
}

const refused = (error: unknown): VerifiedPayment => ({ kind: 'refused', reason: error instanceof Error ? error.name : 'unknown' });

/** Verifies Stripe's webhooks with its SDK, loaded at the first event. Never calls Stripe, so it needs no API key. */
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
        return { kind: 'refused', reason: 'not an event' };
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
