import { alerts, certificateRenewals, certificates, newId } from '@notafter/db';
import { addMs, brandId, type CertificateScope, DAY_MS, METRICS_ENDPOINTS_MAX } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { addEnvironment } from '../../environments/add-environment.ts';
import { getMetrics } from './get-metrics.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const inDays = (days: number): Date => addMs(test.ctx.clock.now(), days * DAY_MS);
const scopedTo = (scope: CertificateScope): OrgContext => ({ ...org, reach: { orgId: org.org.id, scope } });
const domainsOf = async (ctx: OrgContext, filter: Parameters<typeof getMetrics>[1] = {}): Promise<string[]> =>
  (await getMetrics(ctx, filter)).endpoints.map(({ domain }) => domain);
const openAlert = (certificateId: typeof certificates.$inferSelect.id, given: Partial<typeof alerts.$inferInsert> = {}) =>
  test.ctx.db.insert(alerts).values({
    id: newId<'alert'>(),
    orgId: org.org.id,
    certificateId,
    domain: 'x.example',
    rule: 'failing',
    threshold: 0,
    occasion: newId<'alert'>(),
    summary: 'Cannot be reached.',
    raisedAt: test.ctx.clock.now(),
    ...given,
  });

describe('an endpoint', () => {
  it('has its dates, and whether it is valid, up and late', async () => {
    const lastCheckedAt = inDays(-1);
    const [good, wrong, due] = await makeCertificates(test.ctx, org.org.id, [
      { host: 'a.example', notAfter: inDays(60), lastCheckedAt },
      { host: 'b.example', notAfter: inDays(60), lastCheckedAt, unreachable: 'timeout' },
      { host: 'c.example', notAfter: inDays(10), lastCheckedAt },
      { host: 'd.example', notAfter: inDays(-1), lastCheckedAt },
    ]);
    if (good === undefined || wrong === undefined || due === undefined) throw new Error('Not made.');
    await test.ctx.db
      .update(certificates)
      .set({ notBefore: inDays(-30) })
      .where(eq(certificates.id, good));
    await test.ctx.db
      .update(certificates)
      .set({ reasons: ['hostname_mismatch'] })
      .where(eq(certificates.id, wrong));
    const renewal = { certificateId: due, dueAt: inDays(-3), lateAt: inDays(-1), basis: 'rhythm' } as const;
    await test.ctx.db.insert(certificateRenewals).values(renewal);
    const { endpoints, total } = await getMetrics(org, {});
    expect(total).toBe(4);
    expect(endpoints).toEqual([
      {
        domain: 'a.example',
        environment: null,
        collector: null,
        issuer: "Let's Encrypt",
        notBefore: inDays(-30),
        notAfter: inDays(60),
        valid: true,
        up: true,
        lastCheckedAt,
        renewalLate: false,
        deploymentState: null,
      },
      expect.objectContaining({ domain: 'b.example', valid: false, up: false, renewalLate: false }),
      expect.objectContaining({ domain: 'c.example', valid: true, up: true, renewalLate: true }),
      expect.objectContaining({ domain: 'd.example', valid: false, up: true, renewalLate: true }),
    ]);
  });

  it('that was never checked, or never reached, has no figure that would be a guess', async () => {
    await makeCertificates(test.ctx, org.org.id, [
      { host: 'new.example', issuer: null },
      { host: 'silent.example', issuer: null, unreachable: 'dns', lastCheckedAt: inDays(-1) },
    ]);
    expect((await getMetrics(org, {})).endpoints).toMatchObject([
      { domain: 'new.example', valid: null, up: null, notAfter: null, renewalLate: null, lastCheckedAt: null },
      { domain: 'silent.example', valid: null, up: false, notAfter: null, renewalLate: null },
    ]);
  });
});

describe('the endpoints', () => {
  it('can be narrowed to an environment or a tag', async () => {
    const { environment } = await addEnvironment(org, { name: 'Production', description: null });
    await makeCertificates(test.ctx, org.org.id, [
      { host: 'a.example', environmentId: environment.id },
      { host: 'b.example', tags: { team: 'web' } },
      { host: 'c.example' },
    ]);
    expect(await domainsOf(org)).toEqual(['a.example', 'b.example', 'c.example']);
    expect(await domainsOf(org, { environment: 'production' })).toEqual(['a.example']);
    expect(await domainsOf(org, { environment: 'elsewhere' })).toEqual([]);
    expect(await domainsOf(org, { tag: 'team=WEB' })).toEqual(['b.example']);
    expect(await domainsOf(org, { environment: '', tag: '' })).toHaveLength(3);
    expect((await getMetrics(org, { environment: 'production' })).endpoints).toMatchObject([{ environment: 'Production' }]);
  });

  it('of a scoped key, and their alerts, are those in its scope', async () => {
    const [inside, outside] = await makeCertificates(test.ctx, org.org.id, [
      { host: 'a.example', tags: { team: 'web' } },
      { host: 'b.example' },
    ]);
    if (inside === undefined || outside === undefined) throw new Error('Not made.');
    await openAlert(inside);
    await openAlert(outside, { rule: 'revoked' });
    const scoped = scopedTo({ tag: { name: 'team', value: 'web' } });
    expect(await domainsOf(scoped)).toEqual(['a.example']);
    const { openAlerts } = await getMetrics(scoped, {});
    expect(openAlerts.filter(({ count }) => count > 0)).toEqual([{ rule: 'failing', count: 1 }]);
    expect(await domainsOf(scopedTo({ environmentId: brandId(newId<'environment'>()) }))).toEqual([]);
  });

  it('are those of the organization only', async () => {
    await makeCertificates(test.ctx, (await makeOrgContext(test.ctx)).org.id, [{ host: 'other.example' }]);
    expect(await getMetrics(org, {})).toMatchObject({ endpoints: [], total: 0 });
  });

  it('end at the limit of one answer, which counts the others', async () => {
    await test.ctx.db.execute(sql`
      insert into certificates (id, org_id, host, port, domain, created_at)
      select gen_random_uuid(), ${org.org.id}, 'n' || n || '.example', 443, 'n' || n || '.example', now() from generate_series(1, ${METRICS_ENDPOINTS_MAX + 7}) as n`);
    const { endpoints, total } = await getMetrics(org, {});
    expect(new Set(endpoints.map(({ domain }) => domain)).size).toBe(METRICS_ENDPOINTS_MAX);
    expect(total).toBe(METRICS_ENDPOINTS_MAX + 7);
  });
});

it('counts open alerts by rule, and 0 for the others', async () => {
  const [id] = await makeCertificates(test.ctx, org.org.id, [{ host: 'a.example' }]);
  if (id === undefined) throw new Error('Not made.');
  for (const threshold of [30, 14]) await openAlert(id, { rule: 'expiry', threshold });
  await openAlert(id, { rule: 'expiry', threshold: 7, resolvedAt: test.ctx.clock.now(), resolution: 'renewed' });
  const counts = new Map((await getMetrics(org, {})).openAlerts.map(({ rule, count }) => [rule, count]));
  expect(counts.get('expiry')).toBe(2);
  expect(counts.get('revoked')).toBe(0);
  const about = (rule: 'files_unreadable' | 'unknown_issuance') => openAlert(newId<'certificate'>(), { rule });
  await about('files_unreadable');
  await about('unknown_issuance');
  const countsOf = async (filter: Parameters<typeof getMetrics>[1]) =>
    new Map((await getMetrics(org, filter)).openAlerts.map(({ rule, count }) => [rule, count]));
  expect((await countsOf({})).get('files_unreadable')).toBe(1);
  expect((await countsOf({})).get('unknown_issuance')).toBe(1);
  expect((await countsOf({ tag: 'team' })).get('files_unreadable')).toBe(0);
});
