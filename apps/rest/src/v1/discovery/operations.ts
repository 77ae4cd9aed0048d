import { z } from '@hono/zod-openapi';
import { cancelDiscovery, listDiscoveries, startDiscovery } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { rowId, strictBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { pageShape } from '../../wire/page.ts';
import { pageParameters, searchParameter } from '../../wire/parameters.ts';
import { discoveryParameters, summaryShape } from './discovery-wire.ts';
import { getDiscoveryOperation } from './get.ts';

const tag = 'Discovery';
const path = '/v1/certificates/discover';
const DOMAIN_MAX_LENGTH = 300;
const LIMIT_DEFAULT = 50;

const newDiscovery = strictBody({
  domain: textField().openapi({ description: 'The domain below which is searched. A scheme and a path are ignored.' }),
  fresh: z.boolean('must be true or false').optional().openapi({
    description: 'Asks certificate logs even where they answered a search of this domain within the last six hours.',
    example: false,
  }),
}).openapi('NewDiscovery');

export const discoveryOperations: readonly Operation[] = [
  operation(startDiscovery, {
    method: 'post',
    path,
    tag,
    summary: 'Search the certificates of a domain',
    description:
      'Answers at once; follow it with the `jobId`. It ends within five minutes. The domain is sent to crt.sh and Cert Spotter unless the operator turned them off. Results are not monitored automatically.',
    body: takes(newDiscovery, { domain: 'example.com' }),
    answers: answers(
      'It is queued.',
      z.object({ jobId: rowId(), domain: z.string().openapi({ example: 'example.com' }) }).openapi('DiscoveryStarted'),
    ),
    job: ({ jobId }) => jobId,
    errors: ['discovery_domain_invalid', 'discovery_running'],
  }),
  operation(listDiscoveries, {
    method: 'get',
    path,
    tag,
    summary: 'List searches',
    description: 'Those of the last 30 days, newest first.',
    query: z.object({
      domain: searchParameter(DOMAIN_MAX_LENGTH, 'Searches of this domain only.', 'domain'),
      ...pageParameters('Searches', LIMIT_DEFAULT),
    }),
    input: ({ domain, ...page }) => ({ ...page, domain: domain || undefined }),
    answers: answers(
      'The searches.',
      z.object({ discoveries: z.array(z.object(summaryShape).openapi('DiscoverySummary')), ...pageShape }).openapi('DiscoveryList'),
    ),
  }),
  getDiscoveryOperation,
  operation(cancelDiscovery, {
    method: 'post',
    path: `${path}/{id}/cancel`,
    tag,
    summary: 'Cancel a search',
    description: 'Needs no body. What it found stays; one that is over stays as it is.',
    params: discoveryParameters,
    answers: answers('It is no longer running.', z.object({ jobId: rowId() }).openapi('DiscoveryCancelled')),
    view: (_none, { id }) => ({ jobId: id }),
    missing: 'discovery_not_found',
  }),
];
