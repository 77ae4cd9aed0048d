import { createRoute, z } from '@hono/zod-openapi';
import { type IdentityView, identityProviderNames } from '@notafter/domain';
import { listIdentities, removeIdentity } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { pageOf, pageParameters, pageShape } from '../../../wire/page.ts';
import { PROOF_NEEDED, proofErrors, takesProof } from '../sessions/proof-wire.ts';

const path = '/v1/accounts/identities';
const REMOVED = 'Account unlinked';
const provider = () => z.enum(identityProviderNames).openapi({ example: 'github' });

const wireIdentity = z
  .object({
    provider: provider(),
    configured: z.boolean().openapi({ description: 'Whether this server offers the provider.', example: true }),
    linked: z
      .object({
        email: z.string().openapi({ description: 'As the provider last gave it.', example: 'ada@example.com' }),
        linked_at: instant(),
        removable: z.boolean().openapi({ description: 'False if it is your only way to sign in.', example: true }),
      })
      .openapi('LinkedAccount')
      .nullable(),
  })
  .openapi('Identity');

const toWireIdentity = ({ provider: name, configured, linked }: IdentityView): z.infer<typeof wireIdentity> => ({
  provider: name,
  configured,
  linked: linked === null ? null : { email: linked.email, linked_at: linked.linkedAt.toISOString(), removable: linked.removable },
});

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'listIdentities',
  tags: ['Security'],
  summary: 'List your linked accounts',
  description: 'Every provider that this server offers or that you have linked. You link an account in a browser, under Profile.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query: z.object(pageParameters('Providers')) },
  responses: {
    200: answers('One page.', z.object({ identities: z.array(wireIdentity), ...pageShape }).openapi('IdentityList')),
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

const removeRoute = createRoute({
  method: 'post',
  path: `${path}/{provider}/remove`,
  operationId: 'removeIdentity',
  tags: ['Security'],
  summary: 'Unlink an account',
  description: `It no longer signs you in. ${PROOF_NEEDED}`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: z.object({ provider: provider() }), body: takesProof() },
  responses: { 200: saysMessage(REMOVED), ...errorResponses(...proofErrors, 'identity_not_found', 'last_sign_in') },
});

export const serveIdentities = (app: RestRouter): void => {
  app.openapi(listRoute, async (c) => {
    const { identities } = await listIdentities(c.get('org'));
    const { rows, ...page } = pageOf(identities, c.req.valid('query'), ({ provider: name }) => name);
    return c.json({ identities: rows.map(toWireIdentity), ...page }, 200);
  });
  app.openapi(
    removeRoute,
    async (c) => {
      await removeIdentity(c.get('org'), { ...c.req.valid('param'), ...c.req.valid('json') });
      return c.json({ message: REMOVED }, 200);
    },
    refuseBadInputOr('identity_not_found'),
  );
};
