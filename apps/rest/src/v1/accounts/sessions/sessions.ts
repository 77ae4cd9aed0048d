import { z } from '@hono/zod-openapi';
import { endOtherSessions, endSession, listSessions } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { pageParameters } from '../../../wire/parameters.ts';

const path = '/v1/accounts/sessions';
const HANDLE = '9b0c1f5e7a2d4c3b8e6f0a1d2c3b4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f';

const wireSession = z
  .object({
    handle: z.string().openapi({ description: 'Names the session to the call that ends it; good for nothing else.', example: HANDLE }),
    device: z.string().nullable().openapi({ description: 'Null if the browser did not say.', example: 'Firefox on Windows' }),
    ip: z.string().nullable().openapi({ description: 'The address that signed in.', example: '203.0.113.7' }),
    created_at: instant(),
    last_active_at: instant().openapi({ description: 'At most ten minutes behind.' }),
    current: z.boolean().openapi({ description: 'The session that asks.', example: true }),
  })
  .openapi('SessionEntry');

export const sessionOperations: readonly Operation[] = [
  operation(listSessions, {
    method: 'get',
    path,
    tag: 'Security',
    summary: 'List your sessions',
    description: 'The browsers you are signed in with: the one that asks first, then the latest used.',
    query: z.object(pageParameters('Sessions')),
    answers: answers('One page.', z.object({ sessions: z.array(wireSession), ...pageShape }).openapi('SessionList')),
    view: ({ sessions }, given) => {
      const { rows, ...page } = pageOf(sessions, given, ({ handle }) => handle);
      return { sessions: rows, ...page };
    },
  }),
  operation(endOtherSessions, {
    method: 'post',
    path: `${path}/end-others`,
    tag: 'Security',
    summary: 'End all your other sessions',
    description: 'Signs you out everywhere except here. Your tokens stay valid.',
    answers: answers('How many ended.', z.object({ ended: z.int().openapi({ example: 2 }) }).openapi('EndedSessions')),
  }),
  operation(endSession, {
    method: 'delete',
    path: `${path}/{handle}`,
    tag: 'Security',
    summary: 'End one of your sessions',
    description: 'Signs you out in that browser at once.',
    params: z.object({ handle: z.string().max(200).openapi({ description: 'The `handle` of the session.', example: HANDLE }) }),
    answers: says('Session ended'),
    missing: 'session_not_found',
  }),
];
