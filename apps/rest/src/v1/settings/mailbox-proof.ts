import { createRoute, z } from '@hono/zod-openapi';
import { proveMailbox, requestMailboxProof } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { saysMessage } from '../../wire/message.ts';
import { tokenParameter } from '../../wire/parameters.ts';

const request = createRoute({
  method: 'post',
  path: '/v1/profile/mailbox-proof',
  operationId: 'requestMailboxProof',
  tags: ['Settings'],
  summary: 'Ask for a mailbox confirmation',
  description:
    'Mails a link to your own address. Platform administrators need it: an activation link alone does not show that the mailbox is theirs.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: saysMessage("We sent a link to ada@example.com. Open it in this browser while you're signed in."),
    ...errorResponses(...memberErrors, 'session_required', 'cross_site'),
  },
});

const prove = createRoute({
  method: 'post',
  path: '/v1/profile/mailbox-proof/{token}',
  operationId: 'proveMailbox',
  tags: ['Settings'],
  summary: 'Confirm your mailbox',
  description: 'Uses up the token of the mailed link, in a session of the person it was mailed to, and ends every other session.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: z.object({ token: tokenParameter() }) },
  responses: {
    200: saysMessage('Your mailbox is confirmed. Every other browser was signed out.'),
    ...errorResponses(...memberErrors, 'session_required', 'cross_site', 'link_invalid', 'link_used', 'link_expired'),
  },
});

export const serveMailboxProof = (app: RestRouter): void => {
  app.openapi(request, async (c) => c.json(await requestMailboxProof(c.get('org')), 200));
  app.openapi(prove, async (c) => c.json(await proveMailbox(c.get('org'), c.req.valid('param')), 200), refuseBadInputOr('link_invalid'));
};
