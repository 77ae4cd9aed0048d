import { newId } from '@notafter/db';
import { type ApiKeyActor, addMs, DAY_MS } from '@notafter/domain';
import { runDiscovery, runDiscoveryJob } from '@notafter/features';
import { finding, servedObservation, type TestUser } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorBody } from '../../testing/error-body.ts';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

const PATH = '/v1/certificates/discover';
let rest: RestHarness;
let admin: TestUser;
beforeAll(async () => {
  rest = await createRestHarness();
});
beforeEach(async () => {
  admin = await newMember(rest);
  rest.ctx.jobs.clear();
});
afterAll(() => rest.close());

const fetchedAt = new Date('2026-11-20T10:00:00Z');
const logged = () => {
  const now = rest.ctx.clock.now();
  return { issuer: 'Sectigo', notBefore: addMs(now, -80 * DAY_MS), notAfter: addMs(now, 10 * DAY_MS), san: ['old.example.com'] };
};
const start = async (as: TestUser | ApiKeyActor = admin, domain = 'example.com'): Promise<string> =>
  Object((await rest.call('POST', PATH, { as, body: { domain } })).body).jobId;
const runAll = async (): Promise<void> => {
  for (const payload of rest.ctx.jobs.payloadsOf(runDiscoveryJob)) await runDiscovery(rest.ctx, payload);
};
const _keyOf = ({ orgId }: TestUser, canWrite: boolean): ApiKeyActor => ({
  via: 'api-key',
  apiKeyId: newId<'api-key'>(),
  orgId,
  name: 'ci',
  permissions: { read: true, write: canWrite, delete: false },
  scope: null,
  allowedAddresses: [],
});

describe('200', () => {
  it('starts a search, and returns its progress and results', async () => {
    const [, dns, ctLogs] = rest.ctx.gateways.discovery;
    rest.ctx.gateways.prober.answer('www.example.com:443', servedObservation('www.example.com'));
    dns?.play(async ({ found }) => {
      await found([finding('www.example.com')]);
      return { outcome: 'complete', reason: null, fetchedAt };
    });
    ctLogs?.play(async ({ found }) => {
      await found([finding('old.example.com', { logged: logged() })]);
      return { outcome: 'partial', reason: 'crt.sh did not answer in time.', fetchedAt };
    });
    const { status, body } = await rest.call('POST', PATH, { as: admin, body: { domain: 'https://Example.com/about' } });
    expect({ status, body }).toMatchObject({ status: 200, body: { domain: 'example.com' } });
    const { jobId } = Object(body);
    expect((await rest.call('GET', `${PATH}/${jobId}`, { as: admin })).body).toMatchObject({ status: 'running', progress: 0, results: [] });
    await runAll();
    const source = { status: 'complete', reason: null, fetched_at: fetchedAt.toISOString() };
    expect((await rest.call('GET', `${PATH}/${jobId}`, { as: admin })).body).toMatchObject({
      jobId,
      domain: 'example.com',
      status: 'completed',
      progress: 100,
      error: null,
      found: 2,
      total: 2,
      monitored: 0,
      not_looked_at: 0,
      sources: { direct: 0, dns: 1, ct_logs: 1, san: 0 },
      source_status: { dns: source, ct_logs: { status: 'partial', reason: 'crt.sh did not answer in time.' } },
      comparison: null,
      next_cursor: null,
      results: [
        {
          domain: 'old.example.com',
          issuer: 'Sectigo',
          expiration_date: logged().notAfter.toISOString(),
          not_before: logged().notBefore.toISOString(),
          san: ['old.example.com'],
          source: 'ct_logs',
          sources: ['ct_logs'],
          reachable: false,
          seen: 'log',
          monitored: false,
          certificate_id: null,
        },
        { domain: 'www.example.com', seen: 'live', reachable: true, source: 'dns' },
      ],
    });
    const first = await rest.call('GET', `${PATH}/${jobId}?limit=1`, { as: admin });
    expect(first.body).toMatchObject({ results: [{ domain: 'old.example.com' }], next_cursor: '1', total: 2 });
    const second = await rest.call('GET', `${PATH}/${jobId}?limit=1&cursor=1`, { as: admin });
    expect(second.body).toMatchObject({ results: [{ domain: 'www.example.com' }], next_cursor: null });
    expect((await rest.call('GET', `${PATH}?domain=example.com`, { as: admin })).body).toMatchObject({
      discoveries: [{ jobId, status: 'completed', found: 2 }],
    });
  });

  it('queries logs again only on request, and says which earlier answer was used', async () => {
    const [, , ctLogs] = rest.ctx.gateways.discovery;
    const answers = [{ service: 'crt.sh', outcome: 'complete', reason: null, fetchedAt: rest.ctx.clock.now() }] as const;
    ctLogs?.play(async ({ answered = [] }) => ({ outcome: 'complete', reason: `knew ${answered.length}`, fetchedAt, answers }));
    const reported: unknown[] = [];
    for (const fresh of [undefined, false, true]) {
      const { body } = await rest.call('POST', PATH, { as: admin, body: { domain: 'fresh.example.com', fresh } });
      await runAll();
      const { source_status } = Object((await rest.call('GET', `${PATH}/${Object(body).jobId}`, { as: admin })).body);
      reported.push([source_status.ct_logs.reason, source_status.ct_logs.reused]);
    }
    expect(reported).toEqual([
      ['knew 0', false],
      ['knew 1', true],
      ['knew 0', false],
    ]);
    expect(await rest.call('POST', PATH, { as: admin, body: { domain: 'example.com', fresh: 'yes' } })).toMatchObject({ status: 400 });
  });

  it('is searched by a part of a name', async () => {
    const [, dns] = rest.ctx.gateways.discovery;
    dns?.play(async ({ found }) => {
      await found(['shop', 'eu.shop', 'www'].map((name) => finding(`${name}.search.example.com`, { logged: logged() })));
      return { outcome: 'complete', reason: null, fetchedAt };
    });
    const { body } = await rest.call('POST', PATH, { as: admin, body: { domain: 'search.example.com' } });
    await runAll();
    const first = Object((await rest.call('GET', `${PATH}/${Object(body).jobId}?search=Shop&limit=1`, { as: admin })).body);
    expect(first).toMatchObject({ total: 2, found: 3, next_cursor: '1', results: [{ domain: 'eu.shop.search.example.com' }] });
  });

  it('cancels a search', async () => {
    const id = await start();
    expect(await rest.call('POST', `${PATH}/${id}/cancel`, { as: admin })).toMatchObject({ status: 200, body: { jobId: id } });
    expect((await rest.call('GET', `${PATH}/${id}`, { as: admin })).body).toMatchObject({ status: 'failed', error: 'Cancelled' });
  });
});

describe('400', () => {
  it.each(['', 'localhost', 'co.uk', '10.0.0.1'])('refuses %j', async (domain) => {
    expect(await rest.call('POST', PATH, { as: admin, body: { domain } })).toMatchObject({
      status: 400,
      body: { code: 'discovery_domain_invalid', details: [{ path: 'domain' }] },
    });
  });

  it('refuses a body of another form and a page that is none', async () => {
    expect(await rest.call('POST', PATH, { as: admin, body: { host: 'example.com' } })).toMatchObject({ status: 400 });
    const id = await start();
    for (const query of ['limit=0', 'limit=501', 'cursor=x', 'list=odd']) {
      expect(await rest.call('GET', `${PATH}/${id}?${query}`, { as: admin })).toMatchObject({ status: 400 });
    }
  });
});

describe('401, 403 and 409', () => {
  it('starts no second search of a domain, and names the one that runs', async () => {
    const running = await start();
    expect(await rest.call('POST', PATH, { as: admin, body: { domain: 'example.com' } })).toMatchObject({
      status: 409,
      body: { ...errorBody('discovery_running'), conflict: { type: 'discovery', id: running } },
    });
  });
});
