import { createRoute, z } from '@hono/zod-openapi';
import { compareHistory } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { wireId } from '../../../wire/parameters.ts';
import { certificateParameters } from '../certificate-parameters.ts';
import { toWireHistoryEntry, wireHistoryEntry } from './history-wire.ts';

const entryParameter = (name: 'from' | 'to', description: string) =>
  wireId<'history-entry'>('must be given once').openapi({
    format: 'uuid',
    description,
    param: { name, in: 'query' },
    example: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
  });

const value = () => z.union([z.string(), z.array(z.string()), z.null()]);

const field = z.object({
  field: z.string().openapi({ example: 'key_bits' }),
  label: z.string().openapi({ example: 'Key size' }),
  before: value().openapi({ example: '2048 bits' }),
  after: value().openapi({ example: '256 bits' }),
  changed: z.boolean().openapi({ example: true }),
  added: z.array(z.string()).openapi({ description: 'Of a list: what only the later one has.', example: [] }),
  removed: z.array(z.string()).openapi({ description: 'Of a list: what only the earlier one has.', example: [] }),
});

const answer = z.object({ from: wireHistoryEntry, to: wireHistoryEntry, fields: z.array(field) }).openapi('HistoryComparison');

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/{id}/history/compare',
  operationId: 'compareHistory',
  tags: ['Certificates'],
  summary: 'Compare two history entries',
  description: 'Field by field, the certificates that were served then.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params: certificateParameters,
    query: z.object({ from: entryParameter('from', 'The earlier entry.'), to: entryParameter('to', 'The later entry.') }),
  },
  responses: {
    200: { description: 'Every field, changed or not.', content: { 'application/json': { schema: answer } } },
    ...errorResponses('invalid_input', ...memberErrors, 'certificate_not_found', 'history_entry_not_found'),
  },
});

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const plain = (compared: string | readonly string[] | null): string | string[] | null =>
  typeof compared === 'object' && compared !== null ? [...compared] : compared;

export const serveCompareHistory = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { from, to, fields } = await compareHistory(c.get('org'), { ...c.req.valid('param'), ...c.req.valid('query') });
      const answered = fields.map(({ field: name, label, before, after, changed, added, removed }) => ({
        field: name === 'notAfter' ? 'expiration_date' : snakeCase(name),
        label,
        before: plain(before),
        after: plain(after),
        changed,
        added: [...added],
        removed: [...removed],
      }));
      return c.json({ from: toWireHistoryEntry(from), to: toWireHistoryEntry(to), fields: answered }, 200);
    },
    refuseBadInputOr('certificate_not_found'),
  );
};
