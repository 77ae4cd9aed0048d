import type { PaymentEvent, Payments } from '@notafter/domain';

export interface ScriptedPayments extends Payments {
  /** Makes a webhook with the returned signature contain this event; other signatures are rejected. */
  sign(event: PaymentEvent): string;
  disable(): void;
  openPortal(url: string | null): void;
}

/** A provider whose signatures are the events' own IDs. */
export const createScriptedPayments = (): ScriptedPayments => {
  const signed = new Map<string, PaymentEvent>();
  let enabled = true;
  let portalUrl: string | null = null;
  return {
    get enabled() {
      return enabled;
    },
    get portalUrl() {
      return portalUrl;
    },
    sign: (event) => {
      signed.set(event.id, event);
      return event.id;
    },
    disable: () => {
      enabled = false;
    },
    openPortal: (url) => {
      portalUrl = url;
    },
    verify: async (_rawBody, signature) => {
      const event = signed.get(signature ?? '');
      return event === undefined ? { kind: 'refused', reason: 'signature' } : { kind: 'genuine', event };
    },
  };
};
