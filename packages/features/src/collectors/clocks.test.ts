import { signRequest } from '@notafter/bundles';
import { certificates, checkSchedule } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, type ProbeTerms } from '@notafter/domain';
import {
  type BundleWriter,
  certificateFacts,
  createTestContext,
  makeOrgContext,
  seedDers,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PersonContext } from '../use-case.ts';
import { answerPoll } from './answer-poll.ts';
import { getCollector } from './get-collector.ts';
import { importBundles } from './import-bundles.ts';
import { recordBundles } from './record-bundles.ts';
import { enrolledCollector, sendBundle, waitingCollector } from './testing/enrolled-collector.ts';

let test: TestContext;
let org: PersonContext;
beforeAll(async () => {
  test = await createTestContext();
  test.ctx.gateways.prober.answer('db.internal:443', (_: unknown, { reported }: ProbeTerms) => {
    const [own] = reported ?? [];
    if (own?.kind !== 'served') throw new Error('Only what was reported.');
    return servedObservation('db.internal', {}, { chain: [certificateFacts('db')], address: own.address });
  });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
});
afterAll(() => test.close());

const now = (): Date => test.ctx.clock.now();
const endpoints = [{ target: 'db.internal', chain: seedDers('db') }];
const viewOf = async ({ id }: BundleWriter) => (await getCollector(org, { id })).collector;
const poll = (program: BundleWriter, at: Date) => {
  const call = { collectorId: program.id, method: 'POST', path: '/v1/collector/poll', at };
  const guest = { ...test.ctx, origin: { ip: '192.0.2.9', userAgent: null }, actor: null };
  return answerPoll(guest, { ...call, signature: signRequest({ ...call, body: new Uint8Array() }, program.keys.privateKey) });
};
const carry = async (bytes: Buffer) => {
  const { bundles } = await importBundles(org, { bundles: [{ name: 'a.notafter', content: bytes.toString() }] });
  return bundles.map(({ outcome }) => outcome);
};
/** When the row of the endpoint was last checked, as people see it. */
const checkedAt = async ({ id }: BundleWriter) => {
  await recordBundles(test.ctx, { collectorId: id });
  const [row] = await test.ctx.db
    .select({ at: checkSchedule.lastCheckedAt })
    .from(checkSchedule)
    .innerJoin(certificates, eq(certificates.id, checkSchedule.certificateId))
    .where(eq(certificates.collectorId, id));
  return row?.at;
};

describe('a collector that is online', () => {
  it.each([
    ['4 hours behind', -4 * HOUR_MS],
    ['40 days behind', -40 * DAY_MS],
    ['4 hours ahead', 4 * HOUR_MS],
    ['40 days ahead', 40 * DAY_MS],
  ])('with a clock %s is active, its rows are as old as they are, and its clock is named', async (_, offsetMs) => {
    const program = await waitingCollector(org);
    await sendBundle(test.ctx, await program.write({ at: addMs(now(), offsetMs) }));
    await poll(program, addMs(now(), offsetMs));
    expect(await viewOf(program)).toMatchObject({ state: 'active', lastReportAt: now() });
    test.ctx.clock.advance(HOUR_MS);
    await poll(program, addMs(now(), offsetMs));
    await sendBundle(test.ctx, await program.write({ at: addMs(now(), offsetMs), endpoints }));
    expect(await checkedAt(program)).toEqual(now());
    const { state, clockOffsetMs } = await viewOf(program);
    expect([state, Math.sign(clockOffsetMs ?? 0)]).toEqual(['active', Math.sign(offsetMs)]);
    test.ctx.clock.advance(3 * HOUR_MS + 1);
    expect((await viewOf(program)).state).toBe('silent');
  });

  it('is not silent while it sends what waited, whose rows have the age of the bundles', async () => {
    const program = await enrolledCollector(org);
    const writtenAt = addMs(now(), MINUTE_MS);
    const waited = await program.write({ at: writtenAt, endpoints });
    const behind = await program.write({ at: addMs(writtenAt, -2 * DAY_MS), endpoints });
    test.ctx.clock.advance(20 * DAY_MS);
    expect((await viewOf(program)).state).toBe('silent');
    await sendBundle(test.ctx, waited);
    expect(await viewOf(program)).toMatchObject({ state: 'active', clockOffsetMs: null });
    expect(await checkedAt(program)).toEqual(writtenAt);
    test.ctx.clock.advance(MINUTE_MS);
    await poll(program, addMs(now(), -2 * DAY_MS));
    await sendBundle(test.ctx, behind);
    expect(await checkedAt(program)).toEqual(writtenAt);
  });

  it('has a clock that is right again after the next bundle', async () => {
    const program = await waitingCollector(org);
    await sendBundle(test.ctx, await program.write({ at: addMs(now(), -HOUR_MS) }));
    expect((await viewOf(program)).clockOffsetMs).toBe(-HOUR_MS);
    await sendBundle(test.ctx, await program.write({ at: addMs(now(), -4 * MINUTE_MS) }));
    expect((await viewOf(program)).clockOffsetMs).toBeNull();
  });
});

describe('bundles that people carry', () => {
  const offline = { about: { mode: 'offline' as const } };
  const enrolled = async () => {
    const program = await waitingCollector(org, 'Carried', 86_400);
    expect(await carry(await program.write(offline))).toEqual(['stored']);
    return program;
  };

  it('count by the time when they were written', async () => {
    const program = await enrolled();
    const at = addMs(now(), HOUR_MS);
    const bytes = await program.write({ ...offline, at, endpoints });
    test.ctx.clock.advance(4 * DAY_MS);
    expect(await carry(bytes)).toEqual(['stored']);
    expect(await viewOf(program)).toMatchObject({ state: 'silent', lastReportAt: at, clockOffsetMs: null });
    expect(await checkedAt(program)).toEqual(at);
  });

  it('count by the time when they came, if they are from before the collector was added', async () => {
    const program = await enrolled();
    test.ctx.clock.advance(DAY_MS);
    expect(await carry(await program.write({ ...offline, at: new Date('2000-01-01T00:00:00Z'), endpoints }))).toEqual(['stored']);
    const { state, lastReportAt, clockOffsetMs } = await viewOf(program);
    expect([state, lastReportAt, Math.sign(clockOffsetMs ?? 0)]).toEqual(['active', now(), -1]);
    expect(await checkedAt(program)).toEqual(now());
  });

  it('from the future count by the time when they came, and no longer hide silence', async () => {
    const program = await enrolled();
    expect(await carry(await program.write({ ...offline, at: addMs(now(), 400 * DAY_MS), endpoints }))).toEqual(['stored']);
    expect(await viewOf(program)).toMatchObject({ state: 'active', lastReportAt: now() });
    expect((await viewOf(program)).clockOffsetMs).toBeGreaterThan(0);
    expect(await checkedAt(program)).toEqual(now());
    test.ctx.clock.advance(3 * DAY_MS + 1);
    expect((await viewOf(program)).state).toBe('silent');
    expect(await carry(await program.write(offline))).toEqual(['stored']);
    expect(await viewOf(program)).toMatchObject({ state: 'active', clockOffsetMs: null });
  });
});
