import { z } from '@hono/zod-openapi';
import { identityProviderNames } from '@notafter/domain';
import { listIdentities, removeIdentity } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { pageParameters } from '../../../wire/parameters.ts';
import { PROOF_NEEDED, proofErrors, takesProof } from '../sessions/proof-wire.ts';

const path = '/v1/accounts/identities';
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

export const identityOperations: readonly Operation[] = [
  operation(listIdentities, {
    method: 'get',
    path,
    tag: 'Security',
    summary: 'List your linked accounts',
    description: 'Every provider that this server offers or that you have linked. You link an account in a browser, under Profile.',
    query: z.object(pageParameters('Providers')),
    answers: answers('One page.', z.object({ identities: z.array(wireIdentity), ...pageShape }).openapi('IdentityList')),
    view: ({ identities }, given) => {
      const { rows, ...page } = pageOf(identities, given, ({ provider: name }) => name);
      return { identities: rows, ...page };
    },
  }),
  operation(removeIdentity, {
    method: 'post',
    path: `${path}/{provider}/remove`,
    tag: 'Security',
    summary: 'Unlink an account',
    description: `It no longer signs you in. ${PROOF_NEEDED}`,
    params: z.object({ provider: provider() }),
    body: takesProof(),
    answers: says('Account unlinked'),
    missing: 'identity_not_found',
    errors: [...proofErrors, 'last_sign_in'],
  }),
];
