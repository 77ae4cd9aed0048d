import { newId } from '@notafter/db';
import { makeCertificates } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../openapi/document.ts';
import { addServed, newMember } from '../testing/people.ts';
import { createRestHarness, type RestHarness } from '../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const schema = z.looseObject({
  type: z.unknown().optional(),
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.looseObject({ type: z.unknown().optional(), $ref: z.string().optional() })).optional(),
});
const document = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.object({ schemas: z.record(z.string(), schema) }),
  })
  .parse(JSON.parse(JSON.stringify(openApiDocument())));
const read = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({ name: z.string() })).default([]),
  responses: z.looseObject({
    200: z.looseObject({ content: z.looseObject({ 'application/json': z.looseObject({ schema }).optional() }).optional() }).optional(),
  }),
});
const resolved = (one: z.infer<typeof schema>): z.infer<typeof schema> =>
  one.$ref === undefined ? one : (document.components.schemas[one.$ref.split('/').at(-1) ?? ''] ?? one);

/** Answers one thing that has short lists in it, or a file. */
const NO_LISTS = [
  'applyConfiguration',
  'compareHistory',
  'exportAuditLog',
  'exportCbom',
  'exportCertificates',
  'exportConfiguration',
  'exportSslScores',
  'exportEvidence',
  'exportReadiness',
  'exportService',
  'exportTrends',
  'getAdminCharts',
  'getAlertSettings',
  'getAnalytics',
  'getCertificateAlerts',
  'getCertificateAnalytics',
  'getCheckRun',
  'getCollector',
  'getCryptography',
  'getDatabaseFigures',
  'getDelivery',
  'getExpiries',
  'getDeployment',
  'getFacets',
  'getLintFindings',
  'getMetrics',
  'getOperatorView',
  'getPlan',
  'getReadiness',
  'getReportSettings',
  'getRenewalCheck',
  'getServiceCatalog',
  'getSources',
  'getTeamAnalytics',
  'getTimeline',
  'getWidgets',
  'listCloudAccounts',
  'listFailingChannels',
  'listOldConnections',
  'listScrapeTargets',
  'readPublicStatus',
  'listServiceBackups',
  'listTrends',
];

/** Logs grow without bound: counting a million rows of one organization takes about 250 ms. Jobs come from three tables. */
const UNCOUNTED = [
  'listAdminActivity',
  'listAuditLog',
  'listDeliveries',
  'listEvents',
  'listIssuances',
  'listJobs',
  'listNotificationLog',
  'listWebhookDeliveries',
];

describe('every operation that answers a list', () => {
  const lists = Object.values(document.paths).flatMap((methods) => {
    const operation = read.safeParse(methods.get).data;
    const answer = operation?.responses[200]?.content?.['application/json']?.schema;
    if (operation === undefined || answer === undefined || NO_LISTS.includes(operation.operationId)) return [];
    const properties = Object.entries(resolved(answer).properties ?? {});
    return properties.some(([, one]) => resolved(one).type === 'array') ? [{ operation, names: properties.map(([name]) => name) }] : [];
  });

  it('takes limit and cursor and answers next_cursor', () => {
    expect(lists.length).toBeGreaterThan(10);
    const wrong = lists.filter(({ operation, names }) => {
      const parameters = operation.parameters.map(({ name }) => name);
      return !(parameters.includes('limit') && parameters.includes('cursor') && names.includes('next_cursor'));
    });
    expect(wrong.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('answers total, unless counting costs more than the page', () => {
    const uncounted = lists.filter(({ names }) => !names.includes('total')).map(({ operation }) => operation.operationId);
    expect(uncounted.sort()).toEqual(UNCOUNTED);
  });
});

const page = z.looseObject({ next_cursor: z.string().nullable(), total: z.number().optional() });

describe('a list that was answered whole', () => {
  it.each([
    ['/v1/environments', 'environments', 60],
    ['/v1/tokens', 'tokens', 3],
    ['/v1/api-keys', 'api_keys', 3],
    ['/v1/notifications/channels', 'channels', null],
    ['/v1/certificates/discover', 'discoveries', 3],
  ] as const)('still is without limit and cursor, and has pages with them: %s', async (path, name, count) => {
    const admin = await newMember(rest, { plan: name === 'api_keys' ? 'Business' : 'Enterprise' });
    for (let index = 0; index < (count ?? 0); index += 1) {
      const body = {
        environments: { name: `Environment ${index}` },
        tokens: { name: `Token ${index}` },
        api_keys: { name: `Key ${index}`, expiresIn: 30, permissions: { read: true, write: false } },
        channels: {},
        discoveries: { domain: `search-${index}.example` },
      }[name];
      const made = await rest.call('POST', path, { as: admin, body });
      expect([200, 201], JSON.stringify(made.body)).toContain(made.status);
    }
    const { total } = page.parse((await rest.call('GET', `${path}?limit=1`, { as: admin })).body);
    if (count !== null) expect(total).toBe(count);
    const rowsOf = (body: unknown): unknown[] => z.array(z.unknown()).parse(Object(body)[name]);
    const whole = await rest.call('GET', path, { as: admin });
    expect(page.parse(whole.body).next_cursor).toBeNull();
    if (count !== null) expect(rowsOf(whole.body)).toHaveLength(count);
    const paged: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body, status }: { body: unknown; status: number } = await rest.call(
        'GET',
        `${path}?limit=2${cursor && `&cursor=${cursor}`}`,
        {
          as: admin,
        },
      );
      expect(status).toBe(200);
      expect(rowsOf(body).length).toBeLessThanOrEqual(2);
      paged.push(...rowsOf(body));
      cursor = page.parse(body).next_cursor;
    }
    expect(paged).toEqual(rowsOf(whole.body));
    for (const query of ['limit=0', 'limit=501', 'cursor=x']) {
      expect(await rest.call('GET', `${path}?${query}`, { as: admin })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });

  it('pages what an endpoint served, and the report of an import', async () => {
    const admin = await newMember(rest);
    const id = await addServed(rest, admin, 'served.example.com');
    expect(await rest.call('GET', `/v1/certificates/${id}/renewals?limit=1`, { as: admin })).toMatchObject({
      status: 200,
      body: { renewals: { length: 1 }, next_cursor: null, total: 1 },
    });
    await makeCertificates(rest.ctx, admin.orgId, [{ host: 'a.example' }]);
    const { body } = await rest.call('POST', '/v1/certificates/import', { as: admin, body: ['*.a.example', 'a.example', '*.b.example'] });
    const path = `/v1/certificates/import/${Object(body).job_id}`;
    const first = page
      .extend({ report: z.array(z.object({ line: z.int() })) })
      .parse((await rest.call('GET', `${path}?limit=2`, { as: admin })).body);
    expect(first.report.map(({ line }) => line)).toEqual([1, 2]);
    const second = await rest.call('GET', `${path}?limit=2&cursor=${first.next_cursor}`, { as: admin });
    expect(second).toMatchObject({ status: 200, body: { report: [{ line: 3 }], next_cursor: null, next_after: null } });
    expect(await rest.call('GET', `${path}?cursor=x`, { as: admin })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'cursor' }] },
    });
  });
});

describe('the figures of an empty organization', () => {
  it('are 0 for counts, and null for percentages and means', async () => {
    const admin = await newMember(rest);
    const answer = async (path: string) => (await rest.call('GET', path, { as: admin })).body;
    expect(await answer('/v1/analytics')).toMatchObject({
      total_certificates: 0,
      healthy_count: 0,
      expiring_count: 0,
      critical_count: 0,
      certificate_authorities: 0,
      certificates_added_this_month: 0,
      avg_days_to_expiry: null,
      chain_validation_score: null,
      issuers: [],
    });
    expect(await answer('/v1/dashboard/stats')).toMatchObject({ total: 0, expired: 0, critical: 0, warning: 0, valid: 0, unreachable: 0 });
    const { compliance } = z
      .object({ compliance: z.array(z.looseObject({ percent: z.number().nullable() })) })
      .parse(await answer('/v1/certificates/widgets'));
    expect(compliance.map(({ percent }) => percent)).toEqual(compliance.map(() => null));
    expect(await answer(`/v1/certificates?domain=${newId<'certificate'>()}.example`)).toMatchObject({ certificates: [], total: 0 });
  });
});
