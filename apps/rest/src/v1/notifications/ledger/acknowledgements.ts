import { z } from '@hono/zod-openapi';
import { acknowledgeAlert, acknowledgeByLink, getAlertByLink } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { idParameter, tokenParameter } from '../../../wire/parameters.ts';

export const acknowledgeOperation = operation(acknowledgeAlert, {
  method: 'post',
  path: '/v1/notifications/{id}/acknowledge',
  id: 'acknowledgeNotification',
  tag: 'Notifications',
  summary: 'Acknowledge a notification',
  description: 'Shows on every channel that someone is handling the alert, and stops its escalation. A second call changes nothing.',
  params: z.object({ id: idParameter<'delivery'>('The notification.') }),
  answers: says('Notification acknowledged'),
  missing: 'notification_not_found',
});

const tag = 'Alerts';
const path = '/v1/notifications/alert-links/{token}';
const params = z.object({ token: tokenParameter() });
const missing = 'link_invalid';

const wireLinkedAlert = z
  .object({
    alert: z
      .object({
        domain: z.string().openapi({ example: 'example.com' }),
        summary: z.string().openapi({ example: 'example.com expires in 7 days' }),
        raised_at: instant(),
        acknowledged_at: instant().nullable(),
        resolved_at: instant().nullable(),
      })
      .openapi('LinkedAlert'),
  })
  .openapi('LinkedAlertAnswer');

export const alertLinkOperations: readonly Operation[] = [
  operation(getAlertByLink, {
    method: 'get',
    path,
    tag,
    summary: 'Get the alert of a link',
    description: 'Needs no sign-in: the token of the link in an alert is the permission. Changes nothing.',
    params,
    answers: answers('The alert.', wireLinkedAlert),
    view: (alert) => ({ alert }),
    missing,
    errors: ['not_found', 'rate_limited'],
  }),
  operation(acknowledgeByLink, {
    method: 'post',
    path: `${path}/acknowledge`,
    tag,
    summary: 'Acknowledge the alert of a link',
    description: 'Needs no sign-in. Stops its escalation on every channel; a second call changes nothing.',
    params,
    answers: answers('The alert.', wireLinkedAlert),
    view: (alert) => ({ alert }),
    missing,
    errors: ['not_found', 'rate_limited'],
  }),
];
