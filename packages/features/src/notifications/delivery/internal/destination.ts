import { type ChannelSettings, type ChannelType, type DeliveryChannel, type StatusPage, typeOfQueue } from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';
import { openApiKey, openChannel, secretsInForce } from '../../channels/internal/sealed-settings.ts';
import type { QueueFacts } from './queue-facts.ts';

/** Where a message goes. `closed`: nowhere, with the new state of waiting deliveries. */
export type Destination =
  | {
      readonly kind: 'channel';
      readonly type: ChannelType;
      readonly settings: ChannelSettings;
      readonly signingSecrets: readonly string[];
    }
  | { readonly kind: 'status_page'; readonly page: StatusPage }
  | { readonly kind: 'closed'; readonly state: 'cancelled' | 'dead'; readonly why: string }
  /** The stored settings cannot be decrypted: they were sealed with another SECRET_KEY. */
  | { readonly kind: 'unreadable' };

const closed = (why: string): Destination => ({ kind: 'closed', state: 'cancelled', why });

const routeToChannel = (
  auth: SystemContext['auth'],
  type: ChannelType,
  { orgId, channel, entitlements }: QueueFacts,
  now: Date,
): Destination => {
  if (channel === null) return closed('The channel was deleted.');
  if (!channel.enabled) return closed('The channel was switched off.');
  if (channel.brokenAt !== null)
    return { kind: 'closed', state: 'dead', why: channel.brokenReason ?? 'The channel takes nothing any more.' };
  if (!channel.complete) return closed('The channel is incomplete.');
  if (!entitlements.channels.includes(type)) return closed('The plan does not include this channel.');
  const { fields, signingSecrets } = openChannel(auth, orgId, channel.queue, channel.sealedSettings);
  return { kind: 'channel', type, settings: fields, signingSecrets: secretsInForce(signingSecrets, now) };
};

const openRouteFrom = (auth: SystemContext['auth'], channel: DeliveryChannel, facts: QueueFacts, now: Date): Destination => {
  const { smart } = facts;
  const type = typeOfQueue(channel);
  if (type !== null) return routeToChannel(auth, type, facts, now);
  if (channel === 'escalation') {
    if (smart === null || !smart.escalationEnabled || smart.escalationEmail === '') return closed('Escalation was switched off.');
    return { kind: 'channel', type: 'email', settings: { email: smart.escalationEmail }, signingSecrets: [] };
  }
  if (smart === null || !smart.statusPageEnabled || smart.sealedStatusPageApiKey === null)
    return closed('The status page was switched off.');
  return {
    kind: 'status_page',
    page: { url: smart.statusPageUrl, apiKey: openApiKey(auth, facts.orgId, smart.sealedStatusPageApiKey) },
  };
};

export const openDestination = (
  { auth, log }: Pick<SystemContext, 'auth' | 'log'>,
  channel: DeliveryChannel,
  facts: QueueFacts,
  now: Date,
): Destination => {
  try {
    return openRouteFrom(auth, channel, facts, now);
  } catch (err) {
    log.error({ err, orgId: facts.orgId, channel }, 'the stored settings of a channel cannot be decrypted');
    return { kind: 'unreadable' };
  }
};
