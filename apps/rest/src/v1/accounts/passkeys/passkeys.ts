import { z } from '@hono/zod-openapi';
import { PASSKEY_NAME_MAX_LENGTH } from '@notafter/domain';
import { getTwoFactor, removePasskey, renamePasskey } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant, lineField, rowId, savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { idParameter, pageParameters } from '../../../wire/parameters.ts';
import { PROOF_NEEDED, proofErrors, takesProof } from '../sessions/proof-wire.ts';

const path = '/v1/accounts/passkeys';
const missing = 'passkey_not_found';
const params = z.object({ id: idParameter<'passkey'>('The passkey.') });

const wirePasskey = z
  .object({ id: rowId(), name: z.string().openapi({ example: 'Laptop' }), created_at: instant(), last_used_at: instant().nullable() })
  .openapi('Passkey');

export const passkeyOperations: readonly Operation[] = [
  operation(getTwoFactor, {
    method: 'get',
    path,
    id: 'listPasskeys',
    tag: 'Security',
    summary: 'List your passkeys',
    description: 'Oldest first. You add a passkey in the browser that keeps it, under Profile.',
    query: z.object(pageParameters('Passkeys')),
    answers: answers('One page.', z.object({ passkeys: z.array(wirePasskey), ...pageShape }).openapi('PasskeyList')),
    view: ({ passkeys }, given) => {
      const { rows, ...page } = pageOf(passkeys, given, ({ id }) => id);
      return { passkeys: rows, ...page };
    },
  }),
  operation(renamePasskey, {
    method: 'put',
    path: `${path}/{id}`,
    tag: 'Security',
    summary: 'Rename a passkey',
    params,
    body: takes(savedBody(wirePasskey, { name: lineField(PASSKEY_NAME_MAX_LENGTH, 'Enter a name.') }).openapi('PasskeyName'), {
      name: 'Laptop',
    }),
    answers: answers('Renamed.', z.object({ passkey: wirePasskey }).openapi('PasskeyAnswer')),
    missing,
  }),
  operation(removePasskey, {
    method: 'post',
    path: `${path}/{id}/remove`,
    tag: 'Security',
    summary: 'Remove a passkey',
    description: `It no longer signs you in. ${PROOF_NEEDED}`,
    params,
    body: takesProof(),
    answers: says('Passkey removed'),
    missing,
    errors: [...proofErrors, 'last_sign_in'],
  }),
];
