import { DISCOVERY_NAMES_MAX, type DiscoveryJobId, discoveryLists } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { startDiscovery } from '../start-discovery.ts';
import { type Asked, countGone, countListed, countMatching, groupByWildcard, listResults } from './listed-names.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
  await test.ctx.db.execute(sql`alter table discovery_names set (autovacuum_enabled = false)`);
});
afterAll(() => test.close());

const addRun = async (org: OrgContext, domain: string, names: number): Promise<DiscoveryJobId> => {
  const { jobId } = await startDiscovery(org, { domain });
  const until = test.ctx.clock.now().toISOString();
  await org.db.execute(sql`
    insert into discovery_names (job_id, host, port, domain, is_wildcard, sources, state, log_issuer, log_not_after)
    select ${jobId}::uuid, 'n' || i || '.example.com', 443, 'n' || i || '.example.com', false, '{ct_logs}', 'looked', 'Sectigo', ${until}::timestamptz + i * interval '1 minute'
    from generate_series(1, ${names}::int) i`);
  return jobId;
};

// A plan that compares each of its rows with each other one takes minutes, and the server ends it after 30 s.
it('the largest run is read although PostgreSQL takes it for a single row', async () => {
  const org = await makeOrgContext(test.ctx);
  await addRun(org, 'first.example', 1);
  await org.db.execute(sql`analyze discovery_names`);
  const earlierId = await addRun(org, 'earlier.example', DISCOVERY_NAMES_MAX);
  const jobId = await addRun(org, 'example.com', DISCOVERY_NAMES_MAX);

  const asked: Asked = { orgId: org.org.id, jobId, earlierId, domain: 'example.com' };
  const complete = ['ct_logs'] as const;
  const last = { complete, offset: DISCOVERY_NAMES_MAX - 10, limit: 10 };
  for (const list of discoveryLists) {
    const isFull = list === 'all' || list === 'unmonitored';
    expect(await listResults(org.db, asked, { ...last, list, search: '' })).toHaveLength(isFull ? 10 : 0);
    expect(await countMatching(org.db, asked, { ...last, list, search: 'n' })).toBe(isFull ? DISCOVERY_NAMES_MAX : 0);
  }
  expect(await countListed(org.db, asked)).toMatchObject({ found: DISCOVERY_NAMES_MAX, added: 0 });
  expect(await countGone(org.db, asked, complete)).toBe(0);
  expect(await groupByWildcard(org.db, asked)).not.toHaveLength(0);
});
