import { createRoute, z } from '@hono/zod-openapi';
import { cancelEmailChange, confirmEmailChange, type EmailChangeView, getEmailChange } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { answers } from '../../wire/media.ts';
import { saysMessage } from '../../wire/message.ts';
import { mapperTo } from '../../wire/names.ts';
import { tokenParameter } from '../../wire/parameters.ts';

const path = '/v1/profile/email-change';
const CANCELED = 'Email change canceled';
const params = z.object({ token: tokenParameter() });

const wireEmailChange = z
  .object({
    email_change: z
      .object({
        side: z.enum(['old', 'new']).openapi({ description: 'The address that the link was mailed to.' }),
        new_email: z.string().openapi({ example: 'ada@example.org' }),
        state: z.enum(['open', 'in-force', 'expired']),
        confirmed: z.boolean().openapi({ description: 'Whether this address has confirmed.' }),
        other_confirmed: z.boolean().openapi({ description: 'Whether the other one has.' }),
      })
      .openapi('EmailChange'),
  })
  .openapi('EmailChangeAnswer');

const mapEmailChange = mapperTo(wireEmailChange);
const toWireEmailChange = (emailChange: EmailChangeView) => mapEmailChange({ emailChange });

const cancelRoute = createRoute({
  method: 'delete',
  path,
  operationId: 'cancelEmailChange',
  tags: ['Settings'],
  summary: 'Cancel the change of your email',
  description: 'Its mailed links end. Without a pending change nothing happens.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: { 200: saysMessage(CANCELED), ...errorResponses(...memberErrors, 'cross_site') },
});

const getRoute = createRoute({
  method: 'get',
  path: `${path}/{token}`,
  operationId: 'getEmailChange',
  tags: ['Settings'],
  summary: 'Get the email change of a link',
  description: 'Needs no sign-in: the token of the mailed link is the permission. Uses nothing up.',
  request: { params },
  responses: { 200: answers('The change.', wireEmailChange), ...errorResponses('link_invalid') },
});

const confirmRoute = createRoute({
  method: 'post',
  path: `${path}/{token}/confirm`,
  operationId: 'confirmEmailChange',
  tags: ['Settings'],
  summary: 'Confirm the email change of a link',
  description:
    'Needs no sign-in. Once both addresses have confirmed, the new one is in force and all other sessions end. A second call changes nothing.',
  request: { params },
  responses: { 200: answers('The change.', wireEmailChange), ...errorResponses('link_invalid', 'link_expired', 'email_exists') },
});

export const serveEmailChange = (app: RestRouter): void => {
  app.openapi(cancelRoute, async (c) => {
    await cancelEmailChange(c.get('org'));
    return c.json({ message: CANCELED }, 200);
  });
  app.openapi(
    getRoute,
    async (c) => c.json(toWireEmailChange(await getEmailChange(c.env.request, c.req.valid('param'))), 200),
    refuseBadInputOr('link_invalid'),
  );
  app.openapi(
    confirmRoute,
    async (c) => c.json(toWireEmailChange(await confirmEmailChange(c.env.request, c.req.valid('param'))), 200),
    refuseBadInputOr('link_invalid'),
  );
};
