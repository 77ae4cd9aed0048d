import { z } from '@hono/zod-openapi';
import { publicStates, STATUS_DAYS } from '@notafter/domain';
import { getStatusPage, readPublicStatus, saveStatusPage } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { instant, strictBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';

const tag = 'Public status page';
const path = '/v1/public-status-page';
const address = () => textField().openapi({ description: '3 to 40 of `a` to `z`, `0` to `9` and `-`.', example: 'harborline' });

const statusPage = z
  .object({
    enabled: z.boolean().openapi({ example: true }),
    url: z.string().openapi({ example: 'https://notafter.example.com/status/harborline' }),
    address: address(),
    title: z.string().openapi({ example: 'Harborline' }),
    tag: z.string().openapi({ description: 'The endpoints with this tag are shown.', example: 'public=yes' }),
    updated_at: instant(),
  })
  .openapi('PublicStatusPage');

const state = () => z.enum(publicStates).openapi({ example: 'ok' });
const problem = () => z.string().openapi({ example: 'failing' });
const publicStatus = z
  .object({
    title: z.string().openapi({ example: 'Harborline' }),
    state: state(),
    read_at: instant(),
    endpoints: z.array(
      z.object({
        domain: z.string().openapi({ example: 'www.example.com' }),
        state: state(),
        problems: z.array(problem()),
        not_after: instant().nullable(),
        days_left: z.int().nullable().openapi({ example: 41 }),
        days: z.array(z.enum(['ok', 'problem', 'unknown'])).openapi({
          description: `The last ${STATUS_DAYS} days in UTC, the oldest first; \`unknown\` before it was monitored.`,
        }),
        good_days_percent: z.number().nullable().openapi({ example: 98.88 }),
      }),
    ),
    incidents: z.array(
      z.object({
        domain: z.string().openapi({ example: 'www.example.com' }),
        problem: problem(),
        from: instant(),
        until: instant().nullable(),
      }),
    ),
  })
  .openapi('PublicStatus');

export const publicStatusOperations: readonly Operation[] = [
  operation(getStatusPage, {
    method: 'get',
    path,
    tag,
    id: 'getPublicStatusPage',
    summary: 'Get the settings of the public status page',
    answers: answers(
      'The settings; null before they were first saved.',
      z.object({ page: statusPage.nullable() }).openapi('PublicStatusPageAnswer'),
    ),
  }),
  operation(saveStatusPage, {
    method: 'put',
    path,
    tag,
    id: 'savePublicStatusPage',
    summary: 'Set the public status page',
    description: 'A page without sign-in about the endpoints with one tag. `address` null: the present one, or a random one.',
    body: takes(
      strictBody({
        enabled: z.boolean('must be true or false'),
        title: textField(),
        address: address().nullable(),
        tag: textField(),
      }).openapi('PublicStatusPageSettings'),
      { enabled: true, title: 'Harborline', address: null, tag: 'public=yes' },
    ),
    answers: answers('The settings.', z.object({ page: statusPage }).openapi('PublicStatusPageSaved')),
    view: (page) => ({ page }),
    errors: ['status_address_taken'],
  }),
  operation(readPublicStatus, {
    method: 'get',
    path: '/v1/status/{address}',
    tag,
    id: 'readPublicStatus',
    summary: 'Read a public status page',
    description: 'Without credentials. Also as a badge (`/badge.svg`) and as a feed (`/feed.rss`).',
    params: z.object({ address: address().openapi({ param: { name: 'address', in: 'path' } }) }),
    answers: answers('The endpoints and their last problems.', publicStatus),
    missing: 'not_found',
  }),
];
