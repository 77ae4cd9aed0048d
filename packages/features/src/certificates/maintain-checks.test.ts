import { checkRuns, newId } from '@notafter/db';
import { addMs, DAY_MS, type OrganizationId } from '@notafter/domain';
import { createTestContext, makeOrganization, type TestContext } from '@notafter/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maintainChecks } from './maintain-checks.ts';

let test: TestContext;
let orgId: OrganizationId;
beforeAll(async () => {
  test = await createTestContext();
  orgId = await makeOrganization(test.ctx);
});
afterAll(() => test.close());

const runAged = async (days: number, status: 'running' | 'completed') => {
  const id = newId<'check-run'>();
  const createdAt = addMs(test.ctx.clock.now(), -days * DAY_MS);
  await test.ctx.db.insert(checkRuns).values({ id, orgId, status, selection: { search: '', status: 'all' }, total: 1, createdAt });
  return id;
};
const statusOf = async (id: Awaited<ReturnType<typeof runAged>>) =>
  (await test.ctx.db.select().from(checkRuns).where(eq(checkRuns.id, id))).map(({ status }) => status);

it('keeps bulk checks for 30 days and fails those whose job was lost a week ago', async () => {
  const [young, lost, kept, old] = [
    await runAged(6, 'running'),
    await runAged(8, 'running'),
    await runAged(29, 'completed'),
    await runAged(31, 'completed'),
  ];
  await maintainChecks(test.ctx);
  expect(await statusOf(young)).toEqual(['running']);
  expect(await statusOf(lost)).toEqual(['failed']);
  expect(await statusOf(kept)).toEqual(['completed']);
  expect(await statusOf(old)).toEqual([]);
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
