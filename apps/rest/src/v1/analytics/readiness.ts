import { z } from '@hono/zod-openapi';
import { readinessLimitKinds, readinessStates, renewalWays } from '@notafter/domain';
import { exportReadiness, getReadiness, listReadiness } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { orgOf } from '../../rest-environment.ts';
import { instant, rowId } from '../../wire/fields.ts';
import { answers, answersFile } from '../../wire/media.ts';
import { mapperTo } from '../../wire/names.ts';
import { fileHeaders, formatParameter, streamPages } from '../../wire/paged-file.ts';
import { nextCursor, pageParameters } from '../../wire/parameters.ts';

const count = (description: string, example: number) => z.int().openapi({ description, example });
const number = (description: string, example: number) => z.number().openapi({ description, example });

const limitFields = {
  id: z.string().openapi({ example: 'lifetime-2027-03-15-100-days' }),
  kind: z.enum(readinessLimitKinds).openapi({ example: 'lifetime' }),
  from: z.string().openapi({ description: 'The first day of issuance that it binds, UTC.', example: '2027-03-15' }),
  days: count('The longest life, or the longest use of a validation; 0 for the other kinds.', 100),
  issuer: z.string().openapi({ description: 'Beginning of the only CA that it binds; empty: every public CA.', example: '' }),
  text: z.string().openapi({ example: '100 days' }),
  source: z.object({
    url: z.url().openapi({ example: 'https://cabforum.org/working-groups/server/baseline-requirements/' }),
    read_on: z.string().openapi({ description: 'When it was read.', example: '2026-11-23' }),
  }),
};
const wireLimit = z.object(limitFields).openapi('ReadinessLimit');

const stateTexts =
  '`misses`: the certificate expires before its next renewal. `check`: so it does if the renewal goes by a fixed number of days, or the method or use that ends is in use. `more_work`: each renewal needs a validation by hand. `unaffected`: the limit does not bind it.';

const wireWork = z
  .object({
    orders: number('Certificates ordered.', 8.5),
    validations: number('Domains validated.', 8.5),
    installs: number('Certificates installed, one for each endpoint.', 42.6),
  })
  .openapi('YearOfWork');

const wireReadiness = z
  .object({
    total: count('Endpoints ever reached.', 240),
    ways: z
      .object({
        acme: count('By a client of ACME.', 190),
        by_hand: count('By a person.', 38),
        internal: count("By the organization's own CA.", 12),
      })
      .openapi({ description: 'How endpoints are renewed, by issuer, life and earlier renewals.' }),
    limits: z
      .array(
        z
          .object({
            ...limitFields,
            counts: z
              .object({
                unaffected: count('Not bound.', 12),
                ready: count('Goes on as it is.', 190),
                more_work: count('A validation by hand for each renewal.', 0),
                check: count('To be checked by a person.', 20),
                misses: count('Expires before its next renewal.', 18),
              })
              .openapi({ description: stateTexts }),
          })
          .openapi('CountedReadinessLimit'),
      )
      .openapi({ description: 'The lives in force and every limit to come, by date.' }),
    stages: z
      .array(
        z.object({
          from: z.string().openapi({ example: '2029-03-15' }),
          days: count('The longest life.', 47),
          reuse_days: count('The longest use of a validation.', 10),
          work: wireWork,
        }),
      )
      .openapi({ description: 'Work by hand in a year, today and under each coming limit on lives.' }),
    first: z
      .array(
        z.object({
          id: rowId(),
          domain: z.string().openapi({ example: 'shop.example' }),
          issuer: z.string().nullable().openapi({ example: 'DigiCert Inc' }),
          endpoints: count('That serve the certificate.', 5),
          every_days: number('Days from one renewal to the next.', 182),
          work: z.array(wireWork).openapi({ description: 'In each stage.' }),
        }),
      )
      .openapi({ description: 'The certificates whose automation saves most, at most ten.' }),
    assumptions: z.object({
      order_hours: number('For one order.', 0.5),
      validation_hours: number('For one validation.', 0.25),
      install_hours: number('For one installation.', 0.5),
      hourly_rate: number('US dollars.', 75),
    }),
  })
  .openapi('Readiness');

const wireEndpoint = z
  .object({
    id: rowId(),
    domain: z.string().openapi({ example: 'shop.example' }),
    renewal: z
      .object({
        way: z.enum(renewalWays).openapi({ example: 'by_hand' }),
        every_days: number('Days from one renewal to the next.', 182),
        life_days: number('Of the certificate.', 199),
        issuer: z.string().nullable().openapi({ example: 'DigiCert Inc' }),
        next: instant(),
      })
      .nullable()
      .openapi({ description: 'Null if the endpoint was never reached.' }),
    effects: z.array(
      z.object({
        limit: z.string().openapi({ description: 'The id of the limit.', example: 'lifetime-2027-03-15-100-days' }),
        state: z.enum(readinessStates).openapi({ description: stateTexts, example: 'misses' }),
        at: instant()
          .nullable()
          .openapi({ description: 'When it first shows: for lives the day of the expiry, else that of the renewal.' }),
      }),
    ),
  })
  .openapi('EndpointReadiness');
const toWireEndpoint = mapperTo(wireEndpoint);

export const readinessOperations: readonly Operation[] = [
  operation(getReadiness, {
    method: 'get',
    path: '/v1/readiness',
    tag: 'Analytics',
    summary: 'Get readiness for shorter lifetimes',
    description:
      'How certificates are renewed, and what becomes of that under each limit. Above 10,000 certificates up to five minutes old.',
    answers: answers('The figures.', wireReadiness),
  }),
  operation(listReadiness, {
    method: 'get',
    path: '/v1/readiness/endpoints',
    tag: 'Analytics',
    summary: 'List the readiness of endpoints',
    description: 'By domain: how each is renewed, and when each limit first shows.',
    query: z.object(pageParameters('Rows')),
    input: ({ limit, cursor }) => ({ limit, cursor }),
    answers: answers(
      'One page of endpoints.',
      z
        .object({
          endpoints: z.array(wireEndpoint),
          limits: z.array(wireLimit),
          total: z.int().openapi({ example: 1 }),
          next_cursor: nextCursor(),
        })
        .openapi('ReadinessOfEndpoints'),
    ),
  }),
  operation(exportReadiness, {
    method: 'get',
    path: '/v1/readiness/export',
    tag: 'Analytics',
    summary: 'Export the readiness of endpoints',
    description: 'All rows by domain, streamed. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe.',
    query: z.object({ format: formatParameter }),
    input: () => ({ cursor: undefined }),
    answers: answersFile(z.object({ endpoints: z.array(wireEndpoint) }).openapi('ReadinessExport'), {
      schema: z.string(),
      example:
        'domain,issuer,way,every_days,life_days,next_renewal,2027-03-15 100 days\r\nshop.example,DigiCert Inc,by_hand,182,199,2027-03-20,misses 2027-06-28\r\n',
    }),
    respond: (first, { format = 'json' }, c) => {
      const org = orgOf(c);
      const file = streamPages({
        format,
        first,
        frame: ['{"endpoints":[', ']}\n'],
        rowsOf: ({ endpoints }) => endpoints.map(toWireEndpoint),
        next: (cursor) => exportReadiness(org, { cursor }),
      });
      return c.body(file, 200, fileHeaders('readiness', org.clock.now(), format));
    },
  }),
];
