import type { OrganizationId } from '../ids.ts';
import type { PaymentEvent } from './payment-event.ts';

/** An event with its assigned organization; a checkout's is that of its reference and does not change. */
export interface OwnedEvent extends PaymentEvent {
  readonly orgId: OrganizationId | null;
}

const first = (checkouts: readonly OwnedEvent[]): OwnedEvent | undefined =>
  checkouts.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))[0];

/**
 * Returns the owner of an event: of the checkout that started its subscription, else of the first checkout of its customer. Null
 * until that checkout is known; a mail address decides nothing. `related` are the events of the same subscription or customer.
 */
export const ownerOf = (event: OwnedEvent, related: readonly OwnedEvent[]): OrganizationId | null => {
  const { facts } = event;
  if (facts.kind === 'other') return null;
  if (facts.kind === 'checkout') return event.orgId;
  const checkouts = related.filter(({ facts: checkout, orgId }) => checkout.kind === 'checkout' && orgId !== null);
  const matching = (name: 'subscriptionId' | 'customerId'): OwnedEvent[] =>
    checkouts.filter(({ facts: checkout }) => checkout.kind === 'checkout' && checkout[name] !== null && checkout[name] === facts[name]);
  return first(matching('subscriptionId'))?.orgId ?? first(matching('customerId'))?.orgId ?? null;
};
