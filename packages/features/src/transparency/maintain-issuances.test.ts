import { issuances } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { asc, eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { maintainIssuances } from './maintain-issuances.ts';
import { transparencyStage } from './testing/transparency-stage.ts';

const { now, issued, log, monitor, watchLearned, ctx, org } = transparencyStage();

const left = async (): Promise<number[]> => {
  const rows = await ctx().db.select().from(issuances).where(eq(issuances.orgId, org().org.id)).orderBy(asc(issuances.id));
  return rows.map(({ serialNumber }) => serials.indexOf(serialNumber));
};
let serials: string[] = [];

it('keeps certificates until 400 days after their end, the last ones of an organization, and what waits for a verdict', async () => {
  await monitor();
  await watchLearned();
  const entries = [
    issued('open', { issuerOrganization: 'Other CA' }),
    issued('gone', { notAfter: addMs(now(), -401 * DAY_MS) }),
    issued('expired', { notAfter: addMs(now(), -399 * DAY_MS) }),
    issued('without a readable end', { notAfter: null }),
    issued('current'),
    issued('long without a readable end', { notAfter: null }),
    issued('open without a readable end', { notAfter: null }),
  ];
  serials = entries.map(({ serialNumber }) => serialNumber);
  await log(...entries);
  await ctx()
    .db.update(issuances)
    .set({ foundAt: addMs(now(), -500 * DAY_MS), state: 'expected', unknownReason: null });
  await ctx()
    .db.update(issuances)
    .set({ state: 'unknown' })
    .where(inArray(issuances.serialNumber, [serials[0] ?? '', serials[6] ?? '']));
  await ctx()
    .db.update(issuances)
    .set({ foundAt: now() })
    .where(eq(issuances.serialNumber, serials[3] ?? ''));
  await ctx()
    .db.update(issuances)
    .set({ foundAt: addMs(now(), -DAY_MS) })
    .where(eq(issuances.serialNumber, serials[4] ?? ''));
  await maintainIssuances(ctx());
  expect((await left()).toSorted()).toEqual([0, 2, 3, 4, 6]);
  await maintainIssuances(ctx(), { kept: 2 });
  expect((await left()).toSorted()).toEqual([0, 3, 4, 6]);
});
