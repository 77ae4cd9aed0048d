import { certificates } from '@notafter/db';
import { seedBulkCertificates } from '@notafter/db/seed';
import { addMs, DAY_MS, MINUTE_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getWidgets } from './get-widgets.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
afterAll(() => test.close());

const inDays = (days: number): Date => addMs(test.ctx.clock.now(), days * DAY_MS);

describe('the widgets', () => {
  it('share issuers among the certificates ever seen, the most frequent first', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeCertificates(test.ctx, org.org.id, [
      { issuer: 'DigiCert Inc', notAfter: inDays(9) },
      { notAfter: inDays(90) },
      { notAfter: inDays(-3) },
      { issuer: null, unreachable: 'dns' },
    ]);
    expect(await getWidgets(org)).toMatchObject({
      seen: 3,
      issuersTotal: 2,
      issuers: [
        { name: "Let's Encrypt", count: 2, percent: 66.7 },
        { name: 'DigiCert Inc', count: 1, percent: 33.3 },
      ],
    });
  });

  it('hold certificates against PCI DSS by date, trust and start, and against the others by date', async () => {
    const org = await makeOrgContext(test.ctx);
    const hosts = ['sound', 'self-signed', 'future', 'soon', 'expired', 'both'];
    await makeCertificates(
      test.ctx,
      org.org.id,
      hosts.map((host) => ({ host, notAfter: host === 'soon' ? inDays(7) : inDays(host === 'expired' ? -1 : 60) })),
    );
    const set = (host: string, values: Partial<typeof certificates.$inferInsert>) =>
      test.ctx.db
        .update(certificates)
        .set(values)
        .where(and(eq(certificates.orgId, org.org.id), eq(certificates.host, host)));
    for (const host of ['self-signed', 'expired', 'both']) await set(host, { reasons: ['self_signed'] });
    for (const host of ['future', 'both']) await set(host, { notBefore: inDays(1) });
    expect((await getWidgets(org)).compliance).toMatchObject([
      { framework: 'PCI DSS', compliant: 2, total: 6, percent: 33, level: 'Non-compliant' },
      { framework: 'HIPAA', compliant: 4, total: 6, percent: 66, level: 'Non-compliant' },
      { framework: 'SOC 2', compliant: 4, total: 6 },
    ]);
  });

  it('price names below one registrable domain as a group, ports of one host as one name', async () => {
    const org = await makeOrgContext(test.ctx);
    const hosts = ['www.example.co.uk', 'shop.example.co.uk', 'other.co.uk', '192.0.2.1', 'example.com'];
    await makeCertificates(test.ctx, org.org.id, [...hosts.map((host) => ({ host })), { host: 'example.com', port: 8443 }]);
    expect((await getWidgets(org)).savings).toMatchObject({
      names: 5,
      wildcardGroups: 1,
      extraDomains: 3,
      groups: [{ parent: 'example.co.uk', names: 2 }],
    });
  });

  it('are empty for an empty organization', async () => {
    expect(await getWidgets(await makeOrgContext(test.ctx))).toMatchObject({
      seen: 0,
      issuers: [],
      savings: { names: 0, savings: 0 },
      compliance: [{ level: null }, { level: null }, { level: null }],
    });
  });

  it('of a large organization are worked out every five minutes, compliance always', async () => {
    const org = await makeOrgContext(test.ctx);
    await seedBulkCertificates(test.ctx.db, { orgId: org.org.id, count: 10_500, now: test.ctx.clock.now() });
    const before = await getWidgets(org);
    expect(before.savings.names).toBe(10_500);
    await makeCertificates(test.ctx, org.org.id, [{ notAfter: inDays(90) }]);
    const soonAfter = await getWidgets(org);
    expect(soonAfter).toMatchObject({ seen: 10_501, computedAt: before.computedAt, savings: { names: 10_500 } });
    test.ctx.clock.advance(5 * MINUTE_MS);
    expect((await getWidgets(org)).savings.names).toBe(10_501);
  });
});
