import { createRoute, z } from '@hono/zod-openapi';
import { PASSKEY_NAME_MAX_LENGTH } from '@notafter/domain';
import { getTwoFactor, removePasskey, renamePasskey } from '@notafter/features';
import { bodyErrors, errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant, lineField, rowId, savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { mapperTo } from '../../../wire/names.ts';
import { pageOf, pageParameters, pageShape } from '../../../wire/page.ts';
import { idParameter } from '../../../wire/parameters.ts';
import { PROOF_NEEDED, proofErrors, takesProof } from '../sessions/proof-wire.ts';

const path = '/v1/accounts/passkeys';
const REMOVED = 'Passkey removed';
const params = z.object({ id: idParameter<'passkey'>('The passkey.') });

const wirePasskey = z
  .object({ id: rowId(), name: z.string().openapi({ example: 'Laptop' }), created_at: instant(), last_used_at: instant().nullable() })
  .openapi('Passkey');

const toWirePasskey = mapperTo(wirePasskey);

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'listPasskeys',
  tags: ['Security'],
  summary: 'List your passkeys',
  description: 'Oldest first. You add a passkey in the browser that keeps it, under Profile.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query: z.object(pageParameters('Passkeys')) },
  responses: {
    200: answers('One page.', z.object({ passkeys: z.array(wirePasskey), ...pageShape }).openapi('PasskeyList')),
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

const renameRoute = createRoute({
  method: 'put',
  path: `${path}/{id}`,
  operationId: 'renamePasskey',
  tags: ['Security'],
  summary: 'Rename a passkey',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params,
    body: takes(savedBody(wirePasskey, { name: lineField(PASSKEY_NAME_MAX_LENGTH, 'Enter a name.') }).openapi('PasskeyName'), {
      name: 'Laptop',
    }),
  },
  responses: {
    200: answers('Renamed.', z.object({ passkey: wirePasskey }).openapi('PasskeyAnswer')),
    ...errorResponses(...bodyErrors, ...memberErrors, 'passkey_not_found'),
  },
});

const removeRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/remove`,
  operationId: 'removePasskey',
  tags: ['Security'],
  summary: 'Remove a passkey',
  description: `It no longer signs you in. ${PROOF_NEEDED}`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params, body: takesProof() },
  responses: { 200: saysMessage(REMOVED), ...errorResponses(...proofErrors, 'passkey_not_found', 'last_sign_in') },
});

export const servePasskeys = (app: RestRouter): void => {
  app.openapi(listRoute, async (c) => {
    const { passkeys } = await getTwoFactor(c.get('org'));
    const { rows, ...page } = pageOf(passkeys, c.req.valid('query'), ({ id }) => id);
    return c.json({ passkeys: rows.map(toWirePasskey), ...page }, 200);
  });
  app.openapi(
    renameRoute,
    async (c) => {
      const { passkey } = await renamePasskey(c.get('org'), { ...c.req.valid('param'), ...c.req.valid('json') });
      return c.json({ passkey: toWirePasskey(passkey) }, 200);
    },
    refuseBadInputOr('passkey_not_found'),
  );
  app.openapi(
    removeRoute,
    async (c) => {
      await removePasskey(c.get('org'), { ...c.req.valid('param'), ...c.req.valid('json') });
      return c.json({ message: REMOVED }, 200);
    },
    refuseBadInputOr('passkey_not_found'),
  );
};
