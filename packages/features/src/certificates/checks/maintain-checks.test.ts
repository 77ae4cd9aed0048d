import { checkRuns, ensureMonthPartitions, newId, processes } from '@notafter/db';
import { addMs, DAY_MS, type OrganizationId } from '@notafter/domain';
import { createTestContext, makeOrganization, type TestContext } from '@notafter/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maintainChecks } from './maintain-checks.ts';

let test: TestContext;
let orgId: OrganizationId;
beforeAll(async () => {
  test = await createTestContext();
  orgId = await makeOrganization(test.ctx);
});
afterAll(() => test.close());

const processAged = async (ageMs: number) => {
  const id = newId<'check-run'>();
  const createdAt = addMs(test.ctx.clock.now(), -ageMs);
  const rules = { kind: 'check_run', state: 'completed', step: 'check_certificates', deadlineAt: createdAt } as const;
  await test.ctx.db.insert(processes).values({ id, orgId, ...rules, createdAt });
  await test.ctx.db.insert(checkRuns).values({ id, selection: { search: '', status: 'all' } });
  return id;
};
const storedRuns = async () => (await test.ctx.db.select().from(checkRuns)).map(({ id }) => id);

it('keeps processes for 30 days, with what they know', async () => {
  const kept = await processAged(29 * DAY_MS);
  await processAged(31 * DAY_MS);
  await maintainChecks(test.ctx);
  expect(await storedRuns()).toEqual([kept]);
});

it('has the partitions of this month and the next two ready, however often it runs, and drops those of more than a year ago', async () => {
  await ensureMonthPartitions(test.ctx.db, test.ctx.clock.now(), 14);
  await maintainChecks(test.ctx);
  await maintainChecks(test.ctx);
  const rows = await test.ctx.db.execute<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'certificate_history_checked'::regclass order by name`,
  );
  const names = rows.map(({ name }) => name.replace('certificate_history_checked_', ''));
  expect(names.slice(0, 2)).toEqual(['2025_11', '2025_12']);
  expect(names.slice(-4)).toEqual(['2026_11', '2026_12', '2027_01', 'default']);
});
