import { z } from '@hono/zod-openapi';
import { addToken, listTokens, revokeToken } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { strictBody } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { pageShape, wholeOrPageOf } from '../../wire/page.ts';
import { idParameter, laterPageParameters } from '../../wire/parameters.ts';
import { credentialName, credentialShape, lifetimeField, tokenOf, wireToken } from './token-wire.ts';

const tag = 'Settings';
const path = '/v1/tokens';

const newToken = z.object({
  ...credentialShape,
  value: z.string().openapi({
    description: 'The secret. It is answered here and never again.',
    example: 'nat_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAx3Kd',
  }),
});

export const tokenOperations: readonly Operation[] = [
  operation(listTokens, {
    method: 'get',
    path,
    tag,
    summary: 'List your tokens',
    description: 'Newest first, at most 50 active ones and the latest of those that were revoked.',
    query: z.object(laterPageParameters('Tokens')),
    answers: answers('All of them, or a page.', z.object({ tokens: z.array(wireToken), ...pageShape }).openapi('TokenList')),
    view: ({ tokens }, given) => {
      const { rows, ...page } = wholeOrPageOf(tokens, given, ({ id }) => id);
      return { tokens: rows.map(tokenOf), ...page };
    },
  }),
  operation(addToken, {
    method: 'post',
    path,
    tag,
    summary: 'Create a token',
    description: 'It acts as you, with your present role, and ends with you or when it expires. At most 50 active ones.',
    body: takes(strictBody({ name: credentialName(), expiresIn: lifetimeField() }).openapi('NewToken'), {
      name: 'Deploy script',
      expiresIn: 90,
    }),
    answers: answers('Created.', z.object({ token: newToken }).openapi('NewTokenAnswer')),
    view: ({ token, secret }) => ({ token: { ...tokenOf(token), value: secret } }),
    errors: ['token_limit'],
  }),
  operation(revokeToken, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Revoke a token',
    description: 'Immediately and permanently. A revoked token answers 404.',
    params: z.object({ id: idParameter<'token'>('The token.') }),
    answers: says('Token revoked.'),
    missing: 'token_not_found',
  }),
];
