import { z } from '@hono/zod-openapi';
import { issuanceVerdicts } from '@notafter/domain';
import { issuanceFilters } from '@notafter/domain/inputs';
import {
  acknowledgeIssuance,
  getIssuance,
  getSources,
  judgeIssuance,
  listIssuances,
  listWatchedDomains,
  unwatchDomain,
  updateWatchedDomain,
  verifyDomain,
  watchDomain,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { strictBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { pageShape, wholeOrPageOf } from '../../wire/page.ts';
import { idParameter, laterPageParameters, nextCursor, pageParameters } from '../../wire/parameters.ts';
import { wireDomain, wireIssuance, wireIssuanceDetail, wireSources } from './transparency-wire.ts';

const tag = 'Certificate transparency';
const domains = '/v1/ct/domains';
const issuances = '/v1/ct/issuances';

const domainParams = z.object({ id: idParameter<'watched-domain'>('The watched domain.') });
const issuanceParams = z.object({ id: idParameter<'issuance'>('The issued certificate.') });
const domainAnswer = z.object({ domain: wireDomain }).openapi('WatchedDomainAnswer');
const allowedIssuers = z
  .array(z.string())
  .openapi({ description: 'Organizations of issuers, at most 50; empty: any.', example: ["Let's Encrypt"] });

export const transparencyOperations: readonly Operation[] = [
  operation(listWatchedDomains, {
    method: 'get',
    path: domains,
    tag,
    summary: 'List watched domains',
    description: 'By name, with domains of monitored endpoints that are not watched yet.',
    query: z.object(laterPageParameters('Domains')),
    answers: answers(
      'All of them, or a page.',
      z
        .object({
          domains: z.array(wireDomain),
          suggestions: z.array(z.object({ domain: z.string(), endpoints: z.int() })),
          issuers: z.array(z.string()).openapi({
            description: 'Issuers of certificates that were found and are not suspicious, the most frequent first, at most 20.',
          }),
          ...pageShape,
        })
        .openapi('WatchedDomainList'),
    ),
    view: ({ domains: all, ...more }, given) => {
      const { rows, ...page } = wholeOrPageOf(all, given, ({ id }) => id);
      return { domains: rows, ...more, ...page };
    },
  }),
  operation(watchDomain, {
    method: 'post',
    path: domains,
    tag,
    summary: 'Watch a domain',
    description:
      'Looks for certificates that are issued for the domain and the names below it. Verified at once if an endpoint there is monitored; otherwise the answer has a TXT record to publish.',
    body: takes(
      strictBody({ domain: textField().openapi({ example: 'example.com' }), allowed_issuers: allowedIssuers.optional() }).openapi(
        'NewWatchedDomain',
      ),
    ),
    answers: answers('Watched.', domainAnswer),
    errors: ['discovery_domain_invalid', 'domain_watched', 'watched_domain_limit'],
  }),
  operation(updateWatchedDomain, {
    method: 'put',
    path: `${domains}/{id}`,
    tag,
    summary: 'Change a watched domain',
    description: 'Judges its open certificates again by the new list.',
    params: domainParams,
    body: takes(strictBody({ allowed_issuers: allowedIssuers }).openapi('WatchedDomainChange')),
    answers: answers('Changed.', domainAnswer),
    missing: 'watched_domain_not_found',
  }),
  operation(unwatchDomain, {
    method: 'delete',
    path: `${domains}/{id}`,
    tag,
    summary: 'Stop watching a domain',
    description: 'Removes what was found, except for certificates that another watched domain concerns: they move to it.',
    params: domainParams,
    answers: says('Domain removed successfully!'),
    missing: 'watched_domain_not_found',
  }),
  operation(verifyDomain, {
    method: 'post',
    path: `${domains}/{id}/verify`,
    tag,
    summary: 'Verify a watched domain',
    description: 'By its TXT record, or by an endpoint that is monitored by now.',
    params: domainParams,
    answers: answers('Verified.', domainAnswer),
    missing: 'watched_domain_not_found',
    errors: ['domain_not_verified'],
  }),
  operation(listIssuances, {
    method: 'get',
    path: issuances,
    tag,
    summary: 'List issued certificates',
    description: 'Those found last first. A precertificate and its certificate are one.',
    query: z.object({
      ...pageParameters('Certificates'),
      filter: z.enum(issuanceFilters).optional().openapi({ description: '`open`: unknown and not judged.' }),
      domain_id: idParameter<'watched-domain'>('Only below this watched domain.').optional(),
      search: z.string().max(255).optional().openapi({ description: 'Only those with a name that contains it.' }),
    }),
    answers: answers(
      'One page.',
      z
        .object({
          issuances: z.array(wireIssuance),
          counts: z.object({ total: z.int(), open: z.int() }).openapi({ description: 'Of all, whatever the filter.' }),
          next_cursor: nextCursor(),
        })
        .openapi('IssuanceList'),
    ),
  }),
  operation(getIssuance, {
    method: 'get',
    path: `${issuances}/{id}`,
    tag,
    summary: 'Get an issued certificate',
    description: 'With the logs and services where it was found.',
    params: issuanceParams,
    answers: answers('The certificate.', z.object({ issuance: wireIssuanceDetail }).openapi('IssuanceAnswer')),
    missing: 'issuance_not_found',
  }),
  operation(judgeIssuance, {
    method: 'post',
    path: `${issuances}/{id}/verdict`,
    tag,
    summary: 'Judge an issued certificate',
    description: '`ours` makes it a precedent for later ones. Either ends its alerts.',
    params: issuanceParams,
    body: takes(strictBody({ verdict: z.enum(issuanceVerdicts).nullable() }).openapi('IssuanceVerdict')),
    answers: answers('Judged.', z.object({ issuance: wireIssuanceDetail }).openapi('JudgedIssuance')),
    missing: 'issuance_not_found',
  }),
  operation(acknowledgeIssuance, {
    method: 'post',
    path: `${issuances}/{id}/acknowledge`,
    tag,
    summary: 'Acknowledge an issued certificate',
    description: 'Stops deliveries and escalation of its open alerts, for every channel. A verdict ends them.',
    params: issuanceParams,
    answers: answers('Acknowledged.', z.object({ issuance: wireIssuanceDetail }).openapi('AcknowledgedIssuance')),
    missing: 'issuance_not_found',
  }),
  operation(getSources, {
    method: 'get',
    path: '/v1/ct/sources',
    tag,
    summary: 'Get the sources',
    description: 'Where issued certificates are looked for, how far, and what is wrong.',
    answers: answers('The sources.', wireSources),
  }),
];
