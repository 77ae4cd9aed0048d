import { traitsOf } from '../channels/channel.ts';
import type { DeliveryChannel } from '../delivery/delivery.ts';
import type { AlertRule } from '../delivery/message.ts';

/** Failed checks in a row before anybody is told: one lost packet wakes nobody. */
export const FAILS_TO_ALERT = 3;

const publicRules: ReadonlySet<AlertRule> = new Set<AlertRule>(['expired', 'failing', 'invalid', 'revoked']);

/** What visitors of a site notice, and so what its public status page tells. */
export const isPublicRule = (rule: AlertRule): boolean => publicRules.has(rule);

/** Whether its receiver keeps an incident for each alert, open until it is told that it is over. */
export const keepsIncidents = (channel: DeliveryChannel): boolean =>
  channel !== 'escalation' && channel !== 'status_page' && traitsOf(channel).incidents;

/** Whether each alert is told there by itself, and what becomes of it too: the status page, and channels behind which a machine follows. */
export const followsAlerts = (channel: DeliveryChannel): boolean => {
  if (channel === 'status_page') return true;
  return channel !== 'escalation' && traitsOf(channel).follows;
};
