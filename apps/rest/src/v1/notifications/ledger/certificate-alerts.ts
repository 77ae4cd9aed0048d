import { z } from '@hono/zod-openapi';
import { LONGEST_SILENCE_DAYS } from '@notafter/domain';
import { getCertificateAlerts, snoozeCertificate, unsnoozeCertificate } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant, instantField, rowId, strictBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { certificateParameters } from '../../certificates/certificate-wire.ts';
import { severityField } from '../delivery/delivery-wire.ts';
import { routedChannelOf, routeSubjectOf, routeSubjectShape, wireRoutedChannel } from '../routing/alert-routes.ts';

const tag = 'Alerts';
const path = '/v1/certificates/{id}';
const missing = 'certificate_not_found';
const params = certificateParameters;

const wireAlerts = z
  .object({
    alert_days: z.array(z.int()).openapi({ description: 'Days before expiry in force for this certificate.', example: [30, 7, 1] }),
    chosen_by: z.enum(['certificate', 'tags', 'organization']).openapi({ description: 'Whose days they are.', example: 'organization' }),
    day_rule_id: rowId().nullable().openapi({ description: "The certificate's own alert day rule.", example: null }),
    snoozed_until: instant().nullable().openapi({ example: null }),
    channels: z.array(wireRoutedChannel).openapi({ description: 'Where its next alert is sent.' }),
    routes: z
      .array(z.object(routeSubjectShape).openapi('MatchingRoute'))
      .openapi({ description: 'The routes that match it. Empty: the default route.', example: [] }),
    alerts: z
      .array(
        z
          .object({
            id: rowId(),
            summary: z.string(),
            severity: severityField(),
            raised_at: instant(),
            acknowledged_at: instant().nullable(),
          })
          .openapi('OpenAlert'),
      )
      .openapi({ description: 'Open alerts, newest first.' }),
  })
  .openapi('CertificateAlerts');

export const certificateAlertOperations: readonly Operation[] = [
  operation(getCertificateAlerts, {
    method: 'get',
    path: `${path}/alerts`,
    tag,
    summary: 'Get the alerts of a certificate',
    description: 'Its open alerts, the alert days in force for it, and where its next alert is sent.',
    params,
    input: ({ id }) => ({ certificateId: id }),
    answers: answers('The alerts.', wireAlerts),
    view: ({ days, ruleId, open, channels, routes, ...found }) => ({
      ...found,
      alertDays: days,
      dayRuleId: ruleId,
      channels: channels.map(routedChannelOf),
      routes: routes.map(routeSubjectOf),
      alerts: open,
    }),
    missing,
  }),
  operation(snoozeCertificate, {
    method: 'post',
    path: `${path}/snooze`,
    tag,
    summary: 'Snooze a certificate',
    description: `Holds its alerts until then, at most ${LONGEST_SILENCE_DAYS} days. They are sent together when the snooze ends.`,
    params,
    body: takes(strictBody({ until: instantField() }).openapi('Snooze'), { until: '2026-12-11T08:00:00Z' }),
    input: ({ id, until }) => ({ certificateId: id, until }),
    answers: says('Alerts snoozed'),
    missing,
  }),
  operation(unsnoozeCertificate, {
    method: 'post',
    path: `${path}/unsnooze`,
    tag,
    summary: 'End the snooze of a certificate',
    description: 'Alerts that it held are sent soon. A certificate that is not snoozed stays as it is.',
    params,
    input: ({ id }) => ({ certificateId: id }),
    answers: says('Alerts resumed'),
    missing,
  }),
];
