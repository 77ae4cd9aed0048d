import { checkRuns, newId, processes } from '@notafter/db';
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

it('has the history partitions of this month and the next two ready, however often it runs', async () => {
  await maintainChecks(test.ctx);
  await maintainChecks(test.ctx);
  const rows = await test.ctx.db.execute<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'certificate_history'::regclass`,
  );
  const names = rows.map(({ name }) => name);
  for (const month of ['2026_11', '2026_12', '2027_01']) expect(names).toContain(`certificate_history_${month}`);
});
