import { certificateDeployments, collectors, newId } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { makeCertificates, makeOrganization, makeUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const path = '/v1/metrics';
const hostile = 'Evil "CA"\\\n# TYPE x counter\r\nnotafter_certificate_valid{domain="a"} 1\u0007\u202e';

const readAs = async (headers: Record<string, string> = {}, query = '') => {
  const orgId = await makeOrganization(rest.ctx, { plan: 'Enterprise' });
  const as = await makeUser(rest.ctx, orgId, { role: 'viewer' });
  const lastCheckedAt = new Date('2026-11-01T00:00:00.5Z');
  const notAfter = addMs(rest.ctx.clock.now(), 30 * DAY_MS);
  await makeCertificates(rest.ctx, orgId, [
    { host: 'a.example', issuer: hostile, notAfter, lastCheckedAt, tags: { team: 'web' } },
    { host: 'b.example', issuer: null, unreachable: 'dns', lastCheckedAt },
  ]);
  return { notAfter, answer: await rest.call('GET', `${path}${query}`, { as, headers }) };
};

describe('200', () => {
  it("is Prometheus' text format, with hostile names as values of labels", async () => {
    const { answer, notAfter } = await readAs();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = String(answer.body).split('\n');
    const issuer = 'Evil \\"CA\\"\\\\ # TYPE x counter notafter_certificate_valid{domain=\\"a\\"} 1';
    expect(lines).toContain(
      `notafter_certificate_not_after_timestamp_seconds{domain="a.example",issuer="${issuer}"} ${notAfter.getTime() / 1000}`,
    );
    expect(lines).toContain('notafter_certificate_valid{domain="a.example"} 1');
    expect(lines).toContain('notafter_endpoint_up{domain="b.example"} 0');
    expect(lines).toContain('notafter_last_check_timestamp_seconds{domain="b.example"} 1793491200.5');
    expect(lines).toContain('notafter_organization_alerts_open{rule="expiry"} 0');
    expect(lines).toContain('notafter_organization_endpoints 2');
    expect(lines).toContain('notafter_organization_endpoints_omitted 0');
    // Every line is a comment or a sample, and each family is together.
    const names = lines.filter((line) => line !== '').map((line) => /^(?:# (?:HELP|TYPE) )?(notafter_\w+)/.exec(line)?.[1]);
    expect(names).not.toContain(undefined);
    expect(names.filter((name, index) => name !== names[index - 1])).toHaveLength(new Set(names).size);
  });

  it('is OpenMetrics for those who ask for it, and JSON', async () => {
    const accept = 'application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3,*/*;q=0.1';
    const { answer } = await readAs({ Accept: accept });
    expect(answer.headers.get('Content-Type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(answer.headers.get('Vary')).toContain('Accept');
    expect(String(answer.body)).toMatch(/\n# EOF\n$/);
    const { answer: asJson } = await readAs({}, '?format=json');
    expect(asJson.body).toMatchObject({
      metrics: expect.arrayContaining([
        { name: 'notafter_certificate_valid', help: expect.any(String), samples: [{ labels: { domain: 'a.example' }, value: 1 }] },
      ]),
    });
  });

  it('names the endpoints that serve another certificate than is known for them', async () => {
    const orgId = await makeOrganization(rest.ctx, { plan: 'Enterprise' });
    const as = await makeUser(rest.ctx, orgId, { role: 'viewer' });
    const [behind] = await makeCertificates(rest.ctx, orgId, [{ host: 'a.example' }, { host: 'b.example' }]);
    const now = rest.ctx.clock.now();
    const differs = { served: 'AA', known: 'BB', state: 'not_reloaded', since: now } as const;
    if (behind !== undefined) await rest.ctx.db.insert(certificateDeployments).values({ certificateId: behind, ...differs });
    const { body } = await rest.call('GET', path, { as });
    expect(
      String(body)
        .split('\n')
        .filter((line) => line.startsWith('notafter_deployment_state')),
    ).toEqual(['notafter_deployment_state{domain="a.example",state="not_reloaded"} 1']);
  });

  it('tells apart what this server and its collectors check of one domain', async () => {
    const orgId = await makeOrganization(rest.ctx, { plan: 'Enterprise' });
    const as = await makeUser(rest.ctx, orgId, { role: 'viewer' });
    const [, inner] = await makeCertificates(rest.ctx, orgId, [
      { host: 'a.example', lastCheckedAt: new Date() },
      { host: 'b.example', lastCheckedAt: new Date() },
    ]);
    const collectorId = newId<'collector'>();
    await rest.ctx.db.insert(collectors).values({ id: collectorId, orgId, name: 'Vault "network"', createdAt: rest.ctx.clock.now() });
    await rest.ctx.db
      .$client`update certificates set domain = 'a.example', host = 'a.example', collector_id = ${collectorId} where id = ${String(inner)}`;
    const { body } = await rest.call('GET', path, { as });
    const series = String(body).match(/^notafter_endpoint_up\{.*\}/gm) ?? [];
    expect(new Set(series).size).toBe(series.length);
    const { body: targets } = await rest.call('GET', '/v1/prometheus/targets', { as });
    expect(targets).toMatchObject([
      { labels: { __meta_notafter_domain: 'a.example' } },
      { labels: { __meta_notafter_domain: 'a.example' } },
    ]);
    expect(JSON.stringify(targets)).toContain('Vault');
  });

  it('takes the filters of the list', async () => {
    const { answer } = await readAs({}, '?tag=team%3Dweb');
    expect(String(answer.body)).toContain('notafter_organization_endpoints 1');
  });
});

it('is 400 for what it does not know', async () => {
  const as = await newMember(rest);
  expect(await rest.call('GET', `${path}?format=xml`, { as })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await rest.call('GET', `${path}?domain=a`, { as })).toMatchObject({ status: 400 });
});

it('is 401 without a credential', async () => {
  expect(await rest.call('GET', path)).toMatchObject({ status: 401, body: errorBody('unauthenticated') });
});
