import type { OrganizationId } from '../ids.ts';
import type { PaymentEvent } from './payment-event.ts';

/** An event with the organization it was put down to; a checkout's is that of its reference and stays. */
export interface OwnedEvent extends PaymentEvent {
  readonly orgId: OrganizationId | null;
}

const first = (checkouts: readonly OwnedEvent[]): OwnedEvent | undefined =>
  checkouts.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))[0];

/**
 * Whose an event is: of the checkout that began its subscription, else of the first checkout of its customer. Nobody's until that
 * checkout is known; a mail address decides nothing. `related` are the events of the same subscription or customer.
 */
export const ownerOf = (event: OwnedEvent, related: readonly OwnedEvent[]): OrganizationId | null => {
  const { facts } = event;
  if (facts.kind === 'other') return null;
  if (facts.kind === 'checkout') return event.orgId;
  const checkouts = related.filter(({ facts: told, orgId }) => told.kind === 'checkout' && orgId !== null);
  const matching = (name: 'subscriptionId' | 'customerId'): OwnedEvent[] =>
    checkouts.filter(({ facts: told }) => told.kind === 'checkout' && told[name] !== null && told[name] === facts[name]);
  return first(matching('subscriptionId'))?.orgId ?? first(matching('customerId'))?.orgId ?? null;
};
