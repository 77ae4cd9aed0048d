import { issuances } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, type Issuance, LEARNING_MS } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { searchIssuances } from './search-issuances.ts';
import { transparencyStage } from './testing/transparency-stage.ts';

const { world, now, monitor, issued, log, watch, raised, sweep, ctx, org, domain } = transparencyStage();

/** Watches the domain, and has a service deliver certificates two days after the learning phase; returns the end of that phase. */
const deliverLate = async (certificates: (learningUntil: Date) => readonly Partial<Issuance>[]): Promise<void> => {
  await monitor();
  await watch();
  const learningUntil = addMs(now(), LEARNING_MS);
  ctx().clock.advance(LEARNING_MS + 2 * DAY_MS);
  const found = certificates(learningUntil).map((more, at) => issued(`late ${at}`, { issuerOrganization: `CA ${at}`, ...more }));
  world().answers.set(`${domain()} `, {
    ...{ outcome: 'complete', reason: null, cursor: '1', retryAfterMs: null },
    issuances: Object.fromEntries(found.map((issuance, at) => [at, issuance])),
  });
  await searchIssuances(ctx());
  await sweep();
};
const learned = async () => {
  const rows = await ctx().db.select().from(issuances).where(eq(issuances.orgId, org().org.id));
  return rows.map(({ issuerOrganization, learned: is }) => `${issuerOrganization} ${is ? 'learned' : 'open'}`).toSorted();
};
const sctsAt = (...times: Date[]): Partial<Issuance> => ({
  isPrecertificate: false,
  scts: times.map((at, log) => ({ log: `log ${log}`, at: at.toISOString(), by: 'embedded' })),
});

it('a certificate that was issued before the end of the learning phase and is found after it wakes nobody', async () => {
  await deliverLate((until) => [{ notBefore: addMs(until, -60 * DAY_MS) }, { notBefore: addMs(until, -49 * HOUR_MS) }]);
  expect(await learned()).toEqual(['CA 0 learned', 'CA 1 learned']);
  expect(await raised()).toEqual([]);
});

it('a certificate that may have been dated back across the end of the learning phase does', async () => {
  await deliverLate((until) => [{ notBefore: addMs(until, -47 * HOUR_MS) }]);
  expect(await learned()).toEqual(['CA 0 open']);
  expect(await raised()).toHaveLength(1);
});

it('the timestamps of logs in a certificate decide rather than its date, by the last of them', async () => {
  await deliverLate((until) => [
    { notBefore: addMs(until, -HOUR_MS), ...sctsAt(addMs(until, -2), addMs(until, -1)) },
    { notBefore: addMs(until, -60 * DAY_MS), ...sctsAt(addMs(until, -60 * DAY_MS), addMs(until, 1)) },
  ]);
  expect(await learned()).toEqual(['CA 0 learned', 'CA 1 open']);
});

it('the time at which a log took it decides, too', async () => {
  await monitor();
  await watch();
  const learningUntil = addMs(now(), LEARNING_MS);
  ctx().clock.advance(LEARNING_MS + DAY_MS);
  await log(
    issued('behind', { notBefore: addMs(learningUntil, -1), issuerOrganization: 'CA 0' }),
    issued('new', { notBefore: learningUntil, issuerOrganization: 'CA 1' }),
  );
  expect(await learned()).toEqual(['CA 0 learned', 'CA 1 open']);
});
