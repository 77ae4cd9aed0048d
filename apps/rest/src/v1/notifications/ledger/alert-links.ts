import { createRoute, z } from '@hono/zod-openapi';
import { acknowledgeByLink, getAlertByLink, type LinkedAlert } from '@notafter/features';
import { errorResponses } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import type { RestRouter } from '../../../rest-environment.ts';
import { instant } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { mapperTo } from '../../../wire/names.ts';
import { tokenParameter } from '../../../wire/parameters.ts';

const path = '/v1/notifications/alert-links/{token}';
const params = z.object({ token: tokenParameter() });

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

const mapLinkedAlert = mapperTo(wireLinkedAlert);
const toWireLinkedAlert = (alert: LinkedAlert) => mapLinkedAlert({ alert });

const getRoute = createRoute({
  method: 'get',
  path,
  operationId: 'getAlertByLink',
  tags: ['Alerts'],
  summary: 'Get the alert of a link',
  description: 'Needs no sign-in: the token of the link in an alert is the permission. Changes nothing.',
  request: { params },
  responses: { 200: answers('The alert.', wireLinkedAlert), ...errorResponses('link_invalid', 'not_found', 'rate_limited') },
});

const acknowledgeRoute = createRoute({
  method: 'post',
  path: `${path}/acknowledge`,
  operationId: 'acknowledgeByLink',
  tags: ['Alerts'],
  summary: 'Acknowledge the alert of a link',
  description: 'Needs no sign-in. Stops its escalation on every channel; a second call changes nothing.',
  request: { params },
  responses: { 200: answers('The alert.', wireLinkedAlert), ...errorResponses('link_invalid', 'not_found', 'rate_limited') },
});

export const serveAlertLinks = (app: RestRouter): void => {
  app.openapi(
    getRoute,
    async (c) => c.json(toWireLinkedAlert(await getAlertByLink(c.env.request, c.req.valid('param'))), 200),
    refuseBadInputOr('link_invalid'),
  );
  app.openapi(
    acknowledgeRoute,
    async (c) => c.json(toWireLinkedAlert(await acknowledgeByLink(c.env.request, c.req.valid('param'))), 200),
    refuseBadInputOr('link_invalid'),
  );
};
