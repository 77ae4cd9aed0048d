import type { EventType } from '@notafter/domain';
import type { MarkTone } from '../../../ui/status/status-mark.tsx';
import type { WebhookDelivery, WebhookEndpoint } from '../types.ts';

interface Words {
  readonly text: string;
  readonly tone: MarkTone;
}

/** When each type is sent, as docs/webhooks.md says it. */
export const typeTexts = {
  'certificate.added': 'A certificate is added or imported.',
  'certificate.renewed': 'An endpoint serves a new certificate.',
  'certificate.changed': 'The new certificate has another issuer, fewer names or an earlier expiry.',
  'certificate.removed': 'Monitoring of a certificate ends.',
  'check.failed': 'A check fails for the first time.',
  'check.recovered': 'The endpoint is reachable and trusted again.',
  'alert.raised': 'An alert is raised.',
  'discovery.completed': 'A discovery is completed.',
} as const satisfies Record<EventType, string>;

const stateWords = {
  active: { text: 'Enabled', tone: 'valid' },
  disabled: { text: 'Disabled', tone: 'pending' },
  paused: { text: 'Paused', tone: 'failed' },
  not_in_plan: { text: 'Not in your plan', tone: 'pending' },
} as const satisfies Record<WebhookEndpoint['state'], Words>;

export const endpointState = ({ state, failingSince }: WebhookEndpoint): Words =>
  state === 'active' && failingSince !== null ? { text: 'Failing', tone: 'warning' } : stateWords[state];

export const deliveryWords = ({ state, attempts }: WebhookDelivery): Words => {
  switch (state) {
    case 'sent':
      return { text: 'Delivered', tone: 'valid' };
    case 'dead':
      return { text: 'Failed', tone: 'failed' };
    case 'cancelled':
      return { text: 'Canceled', tone: 'pending' };
    case 'sending':
      return { text: 'Sending', tone: 'info' };
    case 'pending':
      return attempts === 0 ? { text: 'Queued', tone: 'info' } : { text: 'Retrying', tone: 'warning' };
  }
};

/** Why nothing is posted to an endpoint, and the next step. */
export const pausedText = (reason: string): string =>
  `Delivery is paused: ${reason.replace(/\.$/, '')}. Save the endpoint or send a test to resume.`;
