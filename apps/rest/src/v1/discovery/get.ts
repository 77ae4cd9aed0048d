import { z } from '@hono/zod-openapi';
import { type DiscoverySourceName, discoveryLists, discoverySources, RESULT_SEARCH_MAX_LENGTH, type SourceView } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { getDiscovery } from '@notafter/features';
import { operation } from '../../operation.ts';
import { instant, rowId } from '../../wire/fields.ts';
import { answers } from '../../wire/media.ts';
import { nextCursor, openLimitParameter, searchParameter } from '../../wire/parameters.ts';
import { discoveryParameters, resultOf, summaryShape, wireResult, wireSourceStatus } from './discovery-wire.ts';

/** Rows without paging parameters at most; beyond it the response has a cursor. */
const UNPAGED_MAX = 10_000;

const CURSOR_MESSAGE = 'must be the `next_cursor` of an earlier answer';

const query = z.object({
  list: z
    .enum(discoveryLists, `must be one of ${discoveryLists.join(', ')}`)
    .optional()
    .openapi({
      description:
        '`unmonitored` leaves out what is watched already; `new` and `gone` compare with the last completed run before, `gone` in its words.',
      param: { name: 'list', in: 'query' },
    }),
  search: searchParameter(RESULT_SEARCH_MAX_LENGTH, 'Names that contain it only.'),
  limit: openLimitParameter(
    `Results a page. Without \`limit\` and \`cursor\` all are answered, up to 10,000; with \`cursor\` alone ${LIST_LIMIT_DEFAULT}.`,
  ),
  cursor: z
    .string('must be given once')
    .regex(/^\d{1,6}$/, CURSOR_MESSAGE)
    .transform(Number)
    .optional()
    .openapi({
      type: 'string',
      description: 'The `next_cursor` of the answer before. While a search runs its results move between pages.',
      param: { name: 'cursor', in: 'query' },
    }),
});

const bySource = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ direct: schema, dns: schema, ct_logs: schema, san: schema } satisfies Record<DiscoverySourceName, Schema>);

const discovery = z
  .object({
    ...summaryShape,
    progress: z.int().openapi({ description: 'Percent; 100 only when completed.', example: 100 }),
    results: z.array(wireResult).openapi({ description: 'Soonest expiry first.' }),
    total: z.int().openapi({ description: 'Results that were asked for: of the list, and with `search` of the names.', example: 1 }),
    sources: bySource(z.int().openapi({ example: 1 })).openapi({ description: 'How many results each source found.' }),
    source_status: bySource(wireSourceStatus),
    monitored: z.int().openapi({ description: 'Results that are watched already.', example: 0 }),
    not_looked_at: z
      .int()
      .openapi({ description: 'Hosts that were found and not looked at, because of the limit or of the time.', example: 0 }),
    wildcards: z.array(
      z.object({
        wildcard: z.string().openapi({ example: '*.shop.example.com' }),
        reason: z.enum(['san', 'shared']).openapi({
          description: '`san`: a certificate names it. `shared`: three or more results share issuer and expiry date.',
          example: 'shared',
        }),
        results: z.int().openapi({
          description: '`san`: results whose certificate names it. `shared`: the most results of one issuer and one expiry date.',
          example: 5,
        }),
        domain: z.string().nullable().openapi({ description: 'One of these results, to monitor instead.', example: 'a.shop.example.com' }),
        certificate_id: rowId().nullable().openapi({ description: 'What watches `domain` already.', example: null }),
      }),
    ),
    comparison: z
      .object({ jobId: rowId(), finished_at: instant(), added: z.int().openapi({ example: 1 }), gone: z.int().openapi({ example: 0 }) })
      .nullable()
      .openapi({ description: 'With the last completed run of the domain before; null until completed and without one.', example: null }),
    next_cursor: nextCursor(),
  })
  .openapi('Discovery');

type SourcesOf<Value> = Readonly<Record<'direct' | 'dns' | 'ctLogs' | 'san', Value>>;

const eachSource = <Value>(views: readonly SourceView[], read: (view: SourceView) => Value): SourcesOf<Value> => {
  const none: SourceView = { source: 'direct', state: 'waiting', reason: null, note: null, fetchedAt: null, reused: false, count: 0 };
  const [direct = none, dns = none, ct_logs = none, san = none] = discoverySources.map((name) =>
    views.find(({ source }) => source === name),
  );
  return { direct: read(direct), dns: read(dns), ctLogs: read(ct_logs), san: read(san) };
};

export const getDiscoveryOperation = operation(getDiscovery, {
  method: 'get',
  path: '/v1/certificates/discover/{id}',
  tag: 'Discovery',
  isWider: true,
  summary: 'Progress and results of a search',
  description: 'Kept for 30 days.',
  params: discoveryParameters,
  query,
  input: ({ id, list = 'all', search, limit, cursor }) => ({
    id,
    list,
    search,
    offset: cursor ?? 0,
    limit: limit ?? (cursor === undefined ? UNPAGED_MAX : LIST_LIMIT_DEFAULT),
  }),
  answers: answers('How far it is, and what it found.', discovery),
  view: (found, { cursor = 0 }) => {
    const next = cursor + found.results.length;
    return {
      ...found,
      results: found.results.map(resultOf),
      sources: eachSource(found.sources, ({ count }) => count),
      sourceStatus: eachSource(found.sources, ({ state, ...source }) => ({ ...source, status: state })),
      nextCursor: found.results.length > 0 && next < found.total ? String(next) : null,
    };
  },
  missing: 'discovery_not_found',
});
