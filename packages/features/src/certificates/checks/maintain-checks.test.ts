import { checkRuns, newId } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, type OrganizationId } from '@notafter/domain';
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

const runAged = async (ageMs: number, status: 'running' | 'completed', beatAgoMs?: number) => {
  const id = newId<'check-run'>();
  const now = test.ctx.clock.now();
  const createdAt = addMs(now, -ageMs);
  const heartbeatAt = beatAgoMs === undefined ? null : addMs(now, -beatAgoMs);
  const selection = { search: '', status: 'all' };
  await test.ctx.db.insert(checkRuns).values({ id, orgId, status, selection, total: 1, createdAt, heartbeatAt });
  return id;
};
const endOf = async (id: Awaited<ReturnType<typeof runAged>>) =>
  (await test.ctx.db.select().from(checkRuns).where(eq(checkRuns.id, id))).map(({ status, error }) => [status, error]);

it('keeps bulk checks for 30 days', async () => {
  const [kept, old] = [await runAged(29 * DAY_MS, 'completed'), await runAged(31 * DAY_MS, 'completed')];
  await maintainChecks(test.ctx);
  expect(await endOf(kept)).toEqual([['completed', null]]);
  expect(await endOf(old)).toEqual([]);
});

it('fails, with a reason, runs that showed no life for an hour or that no worker began with in a day', async () => {
  const [working, dead] = [await runAged(5 * DAY_MS, 'running', 59 * MINUTE_MS), await runAged(2 * HOUR_MS, 'running', 61 * MINUTE_MS)];
  const [queued, forgotten] = [await runAged(23 * HOUR_MS, 'running'), await runAged(25 * HOUR_MS, 'running')];
  await maintainChecks(test.ctx);
  for (const id of [working, queued]) expect(await endOf(id)).toEqual([['running', null]]);
  for (const id of [dead, forgotten]) expect(await endOf(id)).toEqual([['failed', 'The check was interrupted. Start it again.']]);
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
