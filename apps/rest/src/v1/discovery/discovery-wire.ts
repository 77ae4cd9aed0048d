import { z } from '@hono/zod-openapi';
import { type DiscoveryResult, discoverySources, discoveryStatuses } from '@notafter/domain';
import { instant, rowId } from '../../wire/fields.ts';
import { idParameter } from '../../wire/parameters.ts';

export const discoveryParameters = z.object({ id: idParameter<'discovery-job'>('The `jobId` that starting it answered.') });

export const wireResult = z
  .object({
    domain: z
      .string()
      .openapi({ description: 'As it is added to monitoring: with its port where that is not 443.', example: 'shop.example.com' }),
    issuer: z.string().nullable().openapi({ example: "Let's Encrypt" }),
    expiration_date: instant().nullable(),
    not_before: instant().nullable(),
    san: z.array(z.string()).openapi({ description: 'At most 100 names.', example: ['shop.example.com'] }),
    source: z.enum(discoverySources).openapi({ description: 'The first of `sources`.', example: 'dns' }),
    sources: z.array(z.enum(discoverySources)).openapi({ example: ['dns', 'ct_logs'] }),
    reachable: z.boolean().nullable().openapi({ description: 'Null where the host was not looked at.', example: true }),
    seen: z.enum(['live', 'log', 'none']).openapi({
      description: '`live`: issuer and expiry are what is served. `log`: they are what a certificate transparency log says.',
      example: 'live',
    }),
    detail: z.string().nullable().openapi({ description: 'Why it was not reached, or not looked at.', example: null }),
    monitored: z.boolean().openapi({ example: false }),
    certificate_id: rowId().nullable().openapi({ description: 'What watches it already.', example: null }),
    wildcard: z.string().nullable().openapi({ description: 'A wildcard that could watch it among others.', example: null }),
    is_new: z.boolean().nullable().openapi({ description: 'Not found by the previous run; null without one.', example: null }),
  })
  .openapi('DiscoveryResult');

/** The fields of a result that follow from others. */
export const resultOf = (result: DiscoveryResult) => ({
  ...result,
  source: result.sources[0] ?? ('ct_logs' as const),
  monitored: result.certificateId !== null,
});

export const wireSourceStatus = z
  .object({
    status: z.enum(['waiting', 'running', 'complete', 'partial', 'failed']).openapi({ example: 'partial' }),
    reason: z.string().nullable().openapi({ example: 'crt.sh did not answer in time.' }),
    fetched_at: instant().nullable(),
    reused: z.boolean().openapi({ description: 'Uses its answer to a search of the last six hours, as of `fetched_at`.', example: false }),
  })
  .openapi('DiscoverySourceStatus');

export const summaryShape = {
  jobId: rowId(),
  domain: z.string().openapi({ example: 'example.com' }),
  status: z
    .enum(discoveryStatuses)
    .openapi({ description: 'A cancelled one is `failed` with the error `Cancelled`.', example: 'completed' }),
  error: z.string().nullable().openapi({ example: null }),
  started_at: instant(),
  finished_at: instant().nullable(),
  found: z.int().openapi({ description: 'Results in all.', example: 1 }),
};
