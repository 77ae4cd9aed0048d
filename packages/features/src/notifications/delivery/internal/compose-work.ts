import { type OutgoingEvent, type OutgoingMessage, type StatusPage, traitsOf } from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';
import type { Destination } from './destination.ts';
import type { QueueFacts } from './queue-facts.ts';
import { type MessageFacts, type MessagePart, partOf, renderMessage, summaryOf } from './render-message.ts';
import type { WaitingDelivery } from './waiting-deliveries.ts';

/** One message to send. */
export type Work =
  | { readonly kind: 'message'; readonly outgoing: OutgoingMessage }
  | { readonly kind: 'event'; readonly event: OutgoingEvent }
  | {
      readonly kind: 'open';
      readonly page: StatusPage;
      readonly incident: { readonly key: string; readonly name: string; readonly body: string };
    }
  | { readonly kind: 'resolve'; readonly page: StatusPage; readonly incident: { readonly key: string; readonly body: string } };

type OpenRoute = Extract<Destination, { kind: 'channel' | 'status_page' }>;

/** Whether alerts that are due together are sent together: never to a receiver that tracks each alert. */
export const mayGroup = (destination: OpenRoute, lead: WaitingDelivery, { smart }: QueueFacts): boolean =>
  smart?.groupingEnabled === true && lead.kind === 'alert' && destination.kind === 'channel' && !traitsOf(destination.type).follows;

export interface Composed {
  readonly work: Work;
  readonly parts: readonly MessagePart[];
}

/** Returns the message for these deliveries, all of one message and kind, and the log text of each. */
export const composeWork = (
  links: Pick<SystemContext, 'auth' | 'config'>,
  destination: OpenRoute,
  messageId: string,
  [lead, ...others]: readonly [WaitingDelivery, ...WaitingDelivery[]],
  facts: MessageFacts,
): Composed => {
  const parts = [lead, ...others].map((delivery) => partOf(delivery, facts));
  if (destination.kind === 'channel') {
    const { type, settings, signingSecrets } = destination;
    const message = renderMessage(links, { kind: lead.kind, key: messageId, parts }, facts);
    return { work: { kind: 'message', outgoing: { type, settings, signingSecrets, message } }, parts };
  }
  const { page } = destination;
  const key = lead.alert.id;
  const body = parts[0]?.text ?? '';
  // The alert identifies the incident, so that a second outage is not taken for the first one.
  const work: Work =
    lead.kind === 'resolved'
      ? { kind: 'resolve', page, incident: { key, body } }
      : { kind: 'open', page, incident: { key, name: summaryOf(lead.alert, facts.now), body } };
  return { work, parts };
};
