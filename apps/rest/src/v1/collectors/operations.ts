import { z } from '@hono/zod-openapi';
import {
  addCollector,
  askCollector,
  getCollector,
  importBundles,
  listCollectorFiles,
  listCollectors,
  removeCollector,
  renewToken,
  revokeCollector,
  updateCollector,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { rowId, strictBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { pageShape, wholeOrPageOf } from '../../wire/page.ts';
import { idParameter, laterPageParameters, nextCursor, pageParameters } from '../../wire/parameters.ts';
import { collectorBody, wireBundle, wireCollector, wireFile, wireImported } from './collector-wire.ts';

const tag = 'Collectors';
const path = '/v1/collectors';
const missing = 'collector_not_found';

const params = z.object({ id: idParameter<'collector'>('The collector.') });
const body = takes(collectorBody, { name: 'Vault network', carried_every_seconds: null });
const collectorAnswer = z.object({ collector: wireCollector }).openapi('CollectorAnswer');
const tokenAnswer = z
  .object({
    collector: wireCollector,
    token: z
      .string()
      .openapi({ description: 'For `notafter collector enroll`. Works once, for seven days; shown once.', example: 'nac_...' }),
  })
  .openapi('CollectorToken');

export const collectorOperations: readonly Operation[] = [
  operation(listCollectors, {
    method: 'get',
    path,
    tag,
    summary: 'List collectors',
    description: 'By name.',
    query: z.object(laterPageParameters('Collectors')),
    answers: answers('All of them, or a page.', z.object({ collectors: z.array(wireCollector), ...pageShape }).openapi('CollectorList')),
    view: ({ collectors }, given) => {
      const { rows, ...page } = wholeOrPageOf(collectors, given, ({ id }) => id);
      return { collectors: rows, ...page };
    },
  }),
  operation(addCollector, {
    method: 'post',
    path,
    tag,
    summary: 'Add a collector',
    description: 'Answers the token that its program enrolls with.',
    body,
    input: ({ name, carriedEverySeconds }) => ({ name, carriedEverySeconds: carriedEverySeconds ?? null }),
    answers: answers('Added.', tokenAnswer),
    errors: ['collector_exists', 'collector_limit'],
  }),
  operation(importBundles, {
    method: 'post',
    path: `${path}/import`,
    tag,
    summary: 'Import bundles',
    description:
      'Takes bundles that people carried, in the order of their numbers, up to 32 MB at once. Each is taken or refused by itself, with a reason. The receipts go back to the collectors, which then delete what was taken.',
    body: takes(
      strictBody({
        bundles: z
          .array(
            strictBody({
              name: textField().openapi({ example: '01989f0a-00000042.notafter' }),
              content: textField().openapi({ description: 'The file: two lines of text.' }),
            }),
          )
          .openapi({ description: 'At most 500.' }),
      }).openapi('BundleFiles'),
    ),
    answers: answers(
      'What became of each.',
      z
        .object({
          bundles: z.array(wireImported),
          receipts: z.array(z.object({ collector_id: rowId(), receipt: z.string() })),
        })
        .openapi('BundleImport'),
    ),
  }),
  operation(getCollector, {
    method: 'get',
    path: `${path}/{id}`,
    tag,
    summary: 'Get a collector',
    description: 'With its latest 50 bundles, newest first.',
    params,
    answers: answers(
      'The collector.',
      z
        .object({
          collector: wireCollector,
          bundles: z.array(wireBundle),
          files_beyond_limit: z
            .int()
            .openapi({ description: 'Certificates in its files that the plan has no space for. They are listed, and not monitored.' }),
        })
        .openapi('CollectorDetail'),
    ),
    missing,
  }),
  operation(updateCollector, {
    method: 'put',
    path: `${path}/{id}`,
    tag,
    summary: 'Change a collector',
    params,
    body,
    input: ({ id, name, carriedEverySeconds }) => ({ id, name, carriedEverySeconds: carriedEverySeconds ?? null }),
    answers: answers('Changed.', collectorAnswer),
    missing,
    errors: ['collector_exists'],
  }),
  operation(removeCollector, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete a collector',
    description: 'With every endpoint and file that it reported.',
    params,
    answers: says('Collector deleted successfully!'),
    missing,
  }),
  operation(listCollectorFiles, {
    method: 'get',
    path: `${path}/{id}/files`,
    tag,
    summary: 'List certificates in files',
    description: 'What a collector found on disk, by path.',
    params,
    query: z.object({
      ...pageParameters('Files'),
      problems: z
        .enum(['true', 'false'], 'must be true or false')
        .optional()
        .openapi({ description: 'Only files that could not be read.' }),
    }),
    input: ({ problems, ...page }) => ({ ...page, problems: problems === 'true' }),
    answers: answers(
      'A page.',
      z.object({ files: z.array(wireFile), total: z.int(), next_cursor: nextCursor() }).openapi('CollectorFileList'),
    ),
    missing,
  }),
  operation(askCollector, {
    method: 'post',
    path: `${path}/{id}/endpoints`,
    tag,
    summary: 'Ask a collector to check an endpoint',
    description: 'It hears of it with its next receipt, and probes it only if its own file allows the address and the port.',
    params,
    body: takes(
      strictBody({ domain: textField().openapi({ description: '`[protocol://]host[:port]`, as for certificates.' }) }).openapi(
        'AskedEndpoint',
      ),
      { domain: 'db.internal:5432' },
    ),
    answers: answers('Asked.', z.object({ certificate_id: rowId(), domain: z.string() }).openapi('AskedEndpointAnswer')),
    missing,
    errors: ['target_invalid', 'target_wildcard', 'certificate_limit', 'collector_revoked'],
  }),
  operation(renewToken, {
    method: 'post',
    path: `${path}/{id}/token`,
    tag,
    summary: 'Create another token',
    id: 'renewCollectorToken',
    description:
      'For a collector that has not enrolled yet: the token before no longer works. Or for a revoked one, which is enrolled again: its endpoints and files stay.',
    params,
    answers: answers('The token.', tokenAnswer),
    missing,
    errors: ['enrollment_refused'],
  }),
  operation(revokeCollector, {
    method: 'post',
    path: `${path}/{id}/revoke`,
    tag,
    summary: 'Revoke a collector',
    description: 'Nothing that it signs counts from now on. What it reported stays. It can be enrolled again with another token.',
    params,
    answers: answers('Revoked.', collectorAnswer),
    missing,
  }),
];
