import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { seedBulkCertificates } from './bulk-certificates.ts';
import { copyLine } from './copy-line.ts';
import { seedOrganization } from './organization.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('fills an organization with certificates of every state, with correct counts', async () => {
  const now = new Date('2026-12-01T00:00:00Z');
  const admin = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', passwordHash: 'none' };
  const { orgId } = await seedOrganization(database.db, { name: 'Sized', plan: 'Enterprise', admin, environments: [], now });
  await seedBulkCertificates(database.db, { orgId, count: 3000, now });
  const [found] = await database.db.execute(sql`
    select count(*)::int as rows, count(distinct domain)::int as domains, count(distinct issuer)::int as issuers,
           bool_or(not_after < ${now.toISOString()}::timestamptz) as expired, bool_or(unreachable_reason is not null) as unreachable,
           bool_and(san = array[host]) as named,
           (select sum(total)::int from certificate_counts) as counted
    from certificates where org_id = ${orgId}`);
  expect(found).toEqual({ rows: 3000, domains: 3000, issuers: 6, expired: true, unreachable: true, named: true, counted: 3000 });
});

it('copies tabs, line feeds and backslashes unchanged', async () => {
  const text = 'a\tb\nc\\d\re';
  const read = await database.db.$client.begin(async (tx) => {
    await tx.unsafe('create temporary table copied (text text, missing text) on commit drop');
    const copy = await tx.unsafe('copy copied from stdin').writable();
    await new Promise((done, fail) => {
      copy.once('error', fail).once('finish', done);
      copy.end(copyLine([text, null]));
    });
    return tx.unsafe('select * from copied');
  });
  expect([...read]).toEqual([{ text, missing: null }]);
});
