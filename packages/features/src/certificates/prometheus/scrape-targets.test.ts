import { certificates, collectors, newId } from '@notafter/db';
import { formatTarget, METRICS_ENDPOINTS_MAX, parseTarget } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import type { PageEnd } from './internal/read-endpoints.ts';
import { listScrapeTargets, type ScrapeTargetPage } from './list-scrape-targets.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const store = async (domain: string): Promise<void> => {
  const target = parseTarget(domain);
  const now = test.ctx.clock.now();
  await test.ctx.db.insert(certificates).values({
    id: newId<'certificate'>(),
    orgId: org.org.id,
    host: target.host,
    port: target.port,
    domain: formatTarget(target),
    createdAt: now,
    updatedAt: now,
  });
};

it('says of each endpoint where and how to connect', async () => {
  await store('a.example');
  await store('smtp://mail.example?servername=mx.example&address=192.0.2.7');
  await store('[2001:db8::1]:8443');
  const { targets, nextAfter } = await listScrapeTargets(org, {});
  expect(nextAfter).toBeNull();
  expect(new Map(targets.map(({ host, port, protocol, servername, address }) => [host, { port, protocol, servername, address }]))).toEqual(
    new Map([
      ['a.example', { port: 443, protocol: 'tls', servername: null, address: null }],
      ['mail.example', { port: 25, protocol: 'smtp', servername: 'mx.example', address: '192.0.2.7' }],
      ['2001:db8::1', { port: 8443, protocol: 'tls', servername: null, address: null }],
    ]),
  );
});

it('keeps to the filter, the scope and the organization', async () => {
  await makeCertificates(test.ctx, org.org.id, [{ host: 'a.example', tags: { team: 'web' } }, { host: 'b.example' }]);
  await makeCertificates(test.ctx, (await makeOrgContext(test.ctx)).org.id, [{ host: 'other.example' }]);
  const scope = { tag: { name: 'team', value: 'web' } };
  const scoped: OrgContext = { ...org, reach: { orgId: org.org.id, scope } };
  const hostsOf = async (ctx: OrgContext, filter: Parameters<typeof listScrapeTargets>[1]) =>
    (await listScrapeTargets(ctx, filter)).targets.map(({ host }) => host);
  expect(await hostsOf(org, {})).toEqual(['a.example', 'b.example']);
  expect(await hostsOf(org, { tag: 'team' })).toEqual(['a.example']);
  expect(await hostsOf(org, { environment: 'nowhere' })).toEqual([]);
  expect(await hostsOf(scoped, {})).toEqual(['a.example']);
});

it('goes through all pages, each endpoint once, also those of the same domain', async () => {
  const count = METRICS_ENDPOINTS_MAX / 4;
  const names = ['Inner', 'Outer'];
  for (const name of names)
    await test.ctx.db.insert(collectors).values({ id: newId<'collector'>(), orgId: org.org.id, name, createdAt: test.ctx.clock.now() });
  // Three of each domain, so that a page ends between them.
  await test.ctx.db.execute(sql`
    insert into certificates (id, org_id, host, port, domain, collector_id, created_at)
    select gen_random_uuid(), ${org.org.id}, 'n' || n || '.example', 443, 'n' || n || '.example', checks.by, now()
    from generate_series(1, ${count}::int) as n
    cross join (select id as by from collectors where org_id = ${org.org.id} union all select null) as checks`);
  const seen = new Set<string>();
  let total = 0;
  for (let after: PageEnd | undefined; ; ) {
    const page: ScrapeTargetPage = await listScrapeTargets(org, { after });
    for (const { domain, collector } of page.targets) seen.add(`${domain} ${collector}`);
    total += page.targets.length;
    if (page.nextAfter === null) break;
    after = page.nextAfter;
  }
  expect(seen.size).toBe(3 * count);
  expect(total).toBe(3 * count);
  expect([...seen].filter((one) => one.startsWith('n1.example')).toSorted()).toEqual([
    'n1.example Inner',
    'n1.example Outer',
    'n1.example null',
  ]);
});
