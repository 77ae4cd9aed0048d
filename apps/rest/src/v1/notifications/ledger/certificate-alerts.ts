import { createRoute, z } from '@hono/zod-openapi';
import { LONGEST_SILENCE_DAYS } from '@notafter/domain';
import { type CertificateAlerts, getCertificateAlerts, snoozeCertificate, unsnoozeCertificate } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant, instantField, rowId, strictBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { certificateParameters } from '../../certificates/certificate-parameters.ts';
import { isoOrNull } from '../../certificates/certificate-wire.ts';
import { severityField } from '../delivery/delivery-wire.ts';

const SNOOZED = 'Alerts snoozed';
const UNSNOOZED = 'Alerts resumed';

const wireAlerts = z
  .object({
    alert_days: z.array(z.int()).openapi({ description: 'Days before expiry in force for this certificate.', example: [30, 7, 1] }),
    chosen_by: z.enum(['certificate', 'tags', 'organization']).openapi({ description: 'Whose days they are.', example: 'organization' }),
    day_rule_id: rowId().nullable().openapi({ description: "The certificate's own alert day rule.", example: null }),
    snoozed_until: instant().nullable().openapi({ example: null }),
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

const toWireAlerts = ({ days, chosenBy, ruleId, snoozedUntil, open }: CertificateAlerts): z.infer<typeof wireAlerts> => ({
  alert_days: [...days],
  chosen_by: chosenBy,
  day_rule_id: ruleId,
  snoozed_until: isoOrNull(snoozedUntil),
  alerts: open.map(({ id, summary, severity, raisedAt, acknowledgedAt }) => ({
    id,
    summary,
    severity,
    raised_at: raisedAt.toISOString(),
    acknowledged_at: isoOrNull(acknowledgedAt),
  })),
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/certificates/{id}/alerts',
  operationId: 'getCertificateAlerts',
  tags: ['Alerts'],
  summary: 'Get the alerts of a certificate',
  description: 'Its open alerts, and the alert days in force for it.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: certificateParameters },
  responses: { 200: answers('The alerts.', wireAlerts), ...errorResponses(...memberErrors, 'certificate_not_found') },
});

const snoozeRoute = createRoute({
  method: 'post',
  path: '/v1/certificates/{id}/snooze',
  operationId: 'snoozeCertificate',
  tags: ['Alerts'],
  summary: 'Snooze a certificate',
  description: `Holds its alerts until then, at most ${LONGEST_SILENCE_DAYS} days. They are sent together when the snooze ends.`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params: certificateParameters,
    body: takes(strictBody({ until: instantField() }).openapi('Snooze'), { until: '2026-12-11T08:00:00Z' }),
  },
  responses: { 200: saysMessage(SNOOZED), ...errorResponses(...bodyErrors, ...adminErrors, 'certificate_not_found') },
});

const unsnoozeRoute = createRoute({
  method: 'post',
  path: '/v1/certificates/{id}/unsnooze',
  operationId: 'unsnoozeCertificate',
  tags: ['Alerts'],
  summary: 'End the snooze of a certificate',
  description: 'Alerts that it held are sent soon. A certificate that is not snoozed stays as it is.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: certificateParameters },
  responses: { 200: saysMessage(UNSNOOZED), ...errorResponses(...adminErrors, 'certificate_not_found') },
});

const orNotFound = refuseBadInputOr('certificate_not_found');

export const serveCertificateAlerts = (app: RestRouter): void => {
  app.openapi(
    getRoute,
    async (c) => c.json(toWireAlerts(await getCertificateAlerts(c.get('org'), { certificateId: c.req.valid('param').id })), 200),
    orNotFound,
  );
  app.openapi(
    snoozeRoute,
    async (c) => {
      await snoozeCertificate(c.get('org'), { certificateId: c.req.valid('param').id, ...c.req.valid('json') });
      return c.json({ message: SNOOZED }, 200);
    },
    orNotFound,
  );
  app.openapi(
    unsnoozeRoute,
    async (c) => {
      await unsnoozeCertificate(c.get('org'), { certificateId: c.req.valid('param').id });
      return c.json({ message: UNSNOOZED }, 200);
    },
    orNotFound,
  );
};
