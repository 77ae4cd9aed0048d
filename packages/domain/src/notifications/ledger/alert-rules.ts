import { traitsOf } from '../channels/channel.ts';
import { type DeliveryChannel, typeOfQueue } from '../delivery/delivery.ts';
import type { AlertRule } from '../delivery/message.ts';

/** Consecutive failed checks before an alert: one lost packet wakes nobody. */
export const FAILS_TO_ALERT = 3;

/** Rules whose tighter threshold replaces the alert before it. */
export const countdownRules = ['expiry', 'expired', 'domain_expiring'] as const satisfies readonly AlertRule[];

const publicRules: ReadonlySet<AlertRule> = new Set<AlertRule>(['expired', 'failing', 'invalid', 'revoked']);

/** Rules whose alerts visitors of a site notice, so its public status page shows them. */
export const isPublicRule = (rule: AlertRule): boolean => publicRules.has(rule);

/** Whether its receiver has an incident per alert, open until it is resolved. */
export const keepsIncidents = (channel: DeliveryChannel): boolean => {
  const type = typeOfQueue(channel);
  return type !== null && traitsOf(type).incidents;
};

/** How often the receiver's open alerts are sent again; null if it keeps them by itself. */
export const refreshMsOf = (channel: DeliveryChannel): number | null => {
  const type = typeOfQueue(channel);
  return type === null ? null : (traitsOf(type).refreshMs ?? null);
};

/** Whether each alert is sent separately, with its updates: to the status page, and to channels that track alerts. */
export const followsAlerts = (channel: DeliveryChannel): boolean => {
  const type = typeOfQueue(channel);
  return type === null ? channel === 'status_page' : traitsOf(type).follows;
};
