import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@notafter/domain';
import { makeOrgContext, transparencyLogOf } from '@notafter/testing';
import { describe, expect, it, vi } from 'vitest';
import { sendOperatorAlertJob } from '../index.ts';
import { sendOperatorAlert } from '../notifications/delivery/send-operator-alert.ts';
import { enqueueDueTransparency } from './enqueue-due-transparency.ts';
import { followLog } from './follow-log.ts';
import { getIssuance } from './get-issuance.ts';
import { getSources } from './get-sources.ts';
import { refreshCaa } from './refresh-caa.ts';
import { refreshLogs } from './refresh-logs.ts';
import { searchIssuances } from './search-issuances.ts';
import { one, transparencyStage, two } from './testing/transparency-stage.ts';
import { followLogJob, searchIssuancesJob } from './transparency-jobs.ts';
import { watchDomain } from './watch-domain.ts';

const { world, now, host, monitor, issued, log, watch, watchLearned, states, raised, sweep, idOf, ctx, org, domain } = transparencyStage();

/** The logs that are read once so much time has passed. */
const dueAfter = async (ms: number): Promise<string[]> => {
  ctx().clock.advance(ms);
  const before = ctx().jobs.payloadsOf(followLogJob).length;
  await enqueueDueTransparency(ctx());
  return ctx()
    .jobs.payloadsOf(followLogJob)
    .slice(before)
    .map(({ log: id }) => id);
};

describe('a log', () => {
  it('is read once however it dies: entries and cursor are one transaction', async () => {
    await monitor();
    await watchLearned();
    world().batchSize = 2;
    world().logs.set(
      one.id,
      Array.from({ length: 7 }, (_, at) => issued(`renewal ${at}`, { issuerOrganization: `CA ${at}` })),
    );
    const gateway = world().follower;
    for (let death = 0; death < 6; death += 1) {
      let batches = 0;
      const follower: typeof gateway = {
        test: async () => ({ test: null, omitted: null, bytes: 0 }),
        checkSct: (question) => gateway?.checkSct(question) ?? Promise.reject(new Error('off')),
        follow: (request) =>
          gateway?.follow({
            ...request,
            onBatch: async (batch) => {
              batches += 1;
              if (batches > 1) throw new Error('killed');
              await request.onBatch(batch);
              if (death % 2 === 0) throw new Error('killed');
            },
          }) ?? Promise.reject(new Error('off')),
      };
      const dying = { ...ctx(), gateways: { ...ctx().gateways, transparency: { ...world(), follower } } };
      await followLog(dying, { log: one.id }).catch(() => undefined);
    }
    await followLog(ctx(), { log: one.id });
    await sweep();
    expect(await states()).toHaveLength(7);
    expect(await raised()).toHaveLength(7);
    const { logs } = await getSources(org());
    expect(logs.find(({ id }) => id === one.id)).toMatchObject({ readSize: 7, outcome: 'up_to_date', bytesToday: 7000 });
  });

  it('is counted, named and left alone for a while if its entries can’t be stored', async () => {
    await monitor();
    await watchLearned();
    await enqueueDueTransparency(ctx());
    // PostgreSQL refuses NUL.
    const poison = issued('poison', { issuer: 'O=\u0000' });
    await expect(log(issued('good', { issuerOrganization: 'Other CA' }), poison)).rejects.toThrow();
    const { logs } = await getSources(org());
    expect(logs.find(({ id }) => id === one.id)).toMatchObject({
      outcome: 'not_stored',
      reason: 'What the log sent could not be stored.',
      readSize: 0,
      askedAt: now(),
      bytesToday: 2000,
    });
    expect(await dueAfter(MINUTE_MS)).not.toContain(one.id);
    expect(await dueAfter(MINUTE_MS)).toContain(one.id);
  });

  it('stops when the day’s budget is used up, and goes on the next day', async () => {
    await monitor();
    await watchLearned();
    world().bytesPerDay = 2000;
    world().batchSize = 2;
    await log(...Array.from({ length: 5 }, (_, at) => issued(`entry ${at}`)));
    expect(await states()).toHaveLength(2);
    await followLog(ctx(), { log: one.id });
    expect(await states()).toHaveLength(2);
    ctx().clock.advance(DAY_MS);
    await followLog(ctx(), { log: one.id });
    expect(await states()).toHaveLength(4);
    world().bytesPerDay = 8_000_000_000;
  });

  it('counts what a log sends for nothing, and leaves a part of the budget to logs that are read at the same time', async () => {
    await monitor();
    await watchLearned();
    world().bytesPerDay = 8000;
    world().batchSize = 1;
    world().wasted.set(one.id, 300);
    world().outcomes.set(one.id, { kind: 'invalid', reason: 'The log sent nonsense.' });
    await log(...Array.from({ length: 5 }, (_, at) => issued(`entry ${at}`)));
    const bytes = async (): Promise<number> => (await getSources(org())).bytesToday;
    // A quarter of 8,000 bytes: two entries.
    expect([(await states()).length, await bytes()]).toEqual([2, 2000]);
    await followLog(ctx(), { log: one.id });
    expect([(await states()).length, await bytes()]).toEqual([4, 4000]);
    await followLog(ctx(), { log: one.id });
    expect([(await states()).length, await bytes()]).toEqual([5, 5300]);
    world().wasted.clear();
    world().outcomes.clear();
    world().bytesPerDay = 8_000_000_000;
  });

  it('that asks for a pause of centuries is asked again after a day', async () => {
    await monitor();
    await watch();
    for (const retryAfterMs of [1e14, 1e300]) {
      world().outcomes.set(two.id, { kind: 'throttled', reason: 'Slow down.', retryAfterMs });
      await followLog(ctx(), { log: two.id });
      expect(await dueAfter(DAY_MS - HOUR_MS)).not.toContain(two.id);
      expect(await dueAfter(HOUR_MS)).toContain(two.id);
    }
    world().outcomes.clear();
  });

  it('is followed while a domain is watched, the operator allows it and its certificates have not expired', async () => {
    const old = transparencyLogOf('old', { interval: { start: addMs(now(), -100 * DAY_MS), end: addMs(now(), -DAY_MS) } });
    const retired = transparencyLogOf('retired', { state: 'retired' });
    world().list = { logs: [one, two, old, retired], listedAt: now(), problem: null };
    await refreshLogs(ctx());
    const enqueued = () =>
      ctx()
        .jobs.payloadsOf(followLogJob)
        .map(({ log: id }) => id);
    const before = enqueued().length;
    await enqueueDueTransparency(ctx());
    expect(enqueued().slice(before)).toEqual([]);
    await monitor();
    await watch();
    await enqueueDueTransparency(ctx());
    expect(enqueued().slice(before).toSorted()).toEqual([one.id, two.id].toSorted());
    // Without a separate key for each, one log would be read at a time.
    const keys = ctx().jobs.enqueued.flatMap(({ name, options }) => (name === followLogJob.name ? [options.singletonKey] : []));
    expect(keys).toEqual(enqueued());
    const groups = ctx().jobs.enqueued.flatMap(({ name, options }) => (name === followLogJob.name ? [options.group] : []));
    expect(new Set(groups)).toEqual(new Set(['Test operator']));
    world().switchFollower(false);
    await enqueueDueTransparency(ctx());
    expect(enqueued().slice(before)).toHaveLength(2);
    expect(await getSources(org())).toMatchObject({ followsLogs: false });
    world().switchFollower(true);
  });

  it('is due at every look of a worker, or every second one if it has no tiles, though reading it takes seconds', async () => {
    await monitor();
    await watch();
    const followed = async (ids: readonly string[]): Promise<void> => {
      ctx().clock.advance(4 * SECOND_MS);
      for (const id of ids) await followLog(ctx(), { log: id });
    };
    await followed(await dueAfter(0));
    expect(await dueAfter(16 * SECOND_MS)).toEqual([one.id]);
    await followed([one.id]);
    expect((await dueAfter(16 * SECOND_MS)).toSorted()).toEqual([one.id, two.id].toSorted());
  });

  it('that broke a promise stays named, its names tiles are not trusted again, and each operator gets one mail', async () => {
    await monitor();
    await watch();
    const mails = () => ctx().jobs.payloadsOf(sendOperatorAlertJob);
    const before = mails().length;
    world().outcomes.set(one.id, { kind: 'omitted', reason: 'The names tile 4 lacks a name.', tile: 4, names: ['x'] });
    await log();
    await log();
    world().outcomes.clear();
    await log();
    const { logs } = await getSources(org());
    expect(logs.find(({ id }) => id === one.id)).toMatchObject({
      outcome: 'up_to_date',
      broken: [{ kind: 'omitted', reason: 'The names tile 4 lacks a name.' }],
    });
    expect(world().modes.slice(-3)).toEqual(['names', 'data', 'data']);
    const alerted = mails().slice(before);
    expect(alerted.map(({ to }) => to)).toEqual(ctx().config.platformAdminEmails);
    for (const mail of alerted) await sendOperatorAlert(ctx(), mail);
    expect(ctx().gateways.mailer.sent.slice(-alerted.length)).toMatchObject(
      alerted.map(({ to }) => ({ mail: { kind: 'log-broken', to, detail: 'one by Test operator: The names tile 4 lacks a name.' } })),
    );
  });

  it('is tested daily: a host name of its new entries has to be found', async () => {
    await monitor();
    await watch();
    const tested = async () => (await getSources(org())).logs.find(({ id }) => id === one.id);
    const mails = () => ctx().jobs.payloadsOf(sendOperatorAlertJob).length;
    await log(issued('renewal'));
    expect(await tested()).toMatchObject({ selfTest: null });
    const [before, bytes] = [mails(), (await tested())?.bytesToday ?? 0];
    world().tests.set(one.id, { test: { name: 'a.example', index: 600, isFound: true }, omitted: null, bytes: 5000 });
    await log();
    expect(await tested()).toMatchObject({ selfTest: { at: now(), isFound: true }, bytesToday: bytes + 5000 });

    const last = now();
    const reason = 'Names tile 2 lacks names of its data tile: b.example.';
    const omitted = { kind: 'omitted', reason, tile: 2, names: ['b.example'] } as const;
    const missed = { name: 'b.example', index: 600, isFound: false };
    world().tests.set(one.id, { test: missed, omitted, bytes: 5000 });
    await log();
    expect(await tested()).toMatchObject({ selfTest: { at: last, isFound: true } });
    ctx().clock.advance(DAY_MS);
    await log();
    expect(await tested()).toMatchObject({ selfTest: { at: now(), isFound: false }, broken: [{ kind: 'omitted', reason }] });
    expect(world().modes.at(-1)).toBe('data');
    world().tests.set(one.id, { test: missed, omitted: null, bytes: 5000 });
    ctx().clock.advance(DAY_MS);
    await log();
    expect(mails()).toBe(before + 2 * ctx().config.platformAdminEmails.length);
    world().tests.clear();
  });

  it('of a list that can’t be used is followed on, and the problem is shown', async () => {
    world().list = { logs: null, listedAt: null, problem: 'The log list has no signature.' };
    await refreshLogs(ctx());
    const { logs, list } = await getSources(org());
    expect(logs).toHaveLength(2);
    expect(list).toMatchObject({ problem: 'The log list has no signature.' });
    world().list = { logs: [two], listedAt: now(), problem: null };
    await refreshLogs(ctx());
    expect((await getSources(org())).logs).toMatchObject([{ id: two.id }]);
  });
});

describe('a search service', () => {
  it('is asked from its cursor, hourly, and finds what a log has found', async () => {
    await monitor();
    await watchLearned();
    await log(issued('renewal'));
    world().answers.set(`${domain()} `, {
      outcome: 'complete',
      reason: null,
      issuances: { 7: issued('renewal'), 8: issued('other', { issuerOrganization: 'Other CA' }) },
      cursor: '8',
      retryAfterMs: null,
    });
    await searchIssuances(ctx());
    await searchIssuances(ctx());
    ctx().clock.advance(HOUR_MS);
    await searchIssuances(ctx());
    const due = async () => {
      const before = ctx().jobs.payloadsOf(searchIssuancesJob).length;
      await enqueueDueTransparency(ctx());
      return ctx().jobs.payloadsOf(searchIssuancesJob).length - before;
    };
    await refreshCaa(ctx());
    expect(await due()).toBe(0);
    ctx().clock.advance(HOUR_MS);
    expect(await due()).toBe(1);
    const asked = world().searched.filter((request) => request.domain === domain());
    expect(asked.map(({ cursor }) => cursor)).toEqual([null, '8']);
    expect(await states()).toEqual(['expected', 'unknown new_issuer']);
    expect((await getIssuance(org(), { id: await idOf('renewal') })).issuance.places.map(({ name }) => name)).toEqual([
      'one',
      'Cert Spotter',
    ]);
  });

  it('is asked about other domains if a find can’t be stored, and again later', async () => {
    await monitor();
    await watchLearned();
    await watchDomain(org(), { domain: host() });
    const [first, second] = [domain(), host()].toSorted();
    world().answers.set(`${first} `, {
      outcome: 'complete',
      reason: null,
      issuances: { 7: issued('poison', { issuer: 'O=\u0000' }) },
      cursor: '8',
      retryAfterMs: null,
    });
    const asked = async () => {
      const before = world().searched.length;
      await searchIssuances(ctx());
      return world()
        .searched.slice(before)
        .map((request) => request.domain);
    };
    expect(await asked()).toEqual([first, second]);
    const reason = 'What the service found could not be stored.';
    expect((await getSources(org())).searches).toMatchObject([{ answered: 1, outcome: 'failed', reason }]);
    ctx().clock.advance(15 * MINUTE_MS);
    expect(await asked()).toEqual([first]);
  });

  it('that limits us is left alone for as long as it says, for every domain', async () => {
    await monitor();
    await watch();
    await watchDomain(org(), { domain: host() });
    world().answers.set(`${domain()} `, {
      outcome: 'failed',
      reason: 'Cert Spotter rate limited the request (429).',
      issuances: {},
      cursor: null,
      retryAfterMs: 2 * HOUR_MS,
    });
    const before = world().searched.length;
    await searchIssuances(ctx());
    ctx().clock.advance(HOUR_MS);
    await searchIssuances(ctx());
    expect(world().searched.length).toBe(before + 1);
    expect((await getSources(org())).searches).toMatchObject([{ name: 'Cert Spotter', domains: 2, answered: 0, outcome: 'failed' }]);
    const other = await makeOrgContext(ctx(), { plan: 'Enterprise' });
    expect((await getSources(other)).searches).toMatchObject([{ domains: 0, answered: 0, outcome: null, reason: null }]);
    ctx().clock.advance(HOUR_MS);
    await searchIssuances(ctx());
    expect(world().searched.length).toBe(before + 3);
  });

  it('that fails for one of many domains does not look well, and can’t switch itself off', async () => {
    await monitor();
    await watch();
    await watchDomain(org(), { domain: host() });
    await searchIssuances(ctx());
    ctx().clock.advance(HOUR_MS);
    const failed = { outcome: 'failed', reason: 'It returned invalid data.', issuances: {}, cursor: null, retryAfterMs: null } as const;
    world().answers.set(`${[domain(), host()].toSorted()[0]} `, failed);
    await searchIssuances(ctx());
    expect((await getSources(org())).searches).toMatchObject([{ domains: 2, answered: 1, outcome: 'failed', reason: failed.reason }]);
    ctx().clock.advance(HOUR_MS);
    world().answers.set(`${[domain(), host()].toSorted()[0]} `, { ...failed, retryAfterMs: 1e300 });
    await searchIssuances(ctx());
    const before = world().searched.length;
    ctx().clock.advance(DAY_MS);
    await searchIssuances(ctx());
    expect(world().searched.length).toBeGreaterThan(before);
  });
});

it('CAA records are looked up again after an hour if nobody could be asked, and after a day otherwise', async () => {
  await monitor();
  await watch();
  const lookUpCaa = vi.spyOn(world(), 'lookUpCaa');
  const lookedUp = async (ms: number): Promise<number> => {
    ctx().clock.advance(ms);
    const before = lookUpCaa.mock.calls.length;
    await refreshCaa(ctx());
    return lookUpCaa.mock.calls.slice(before).filter(([name]) => name === domain()).length;
  };
  lookUpCaa.mockRejectedValueOnce(new Error('No resolver answered.'));
  expect(await lookedUp(0)).toBe(1);
  expect(await lookedUp(HOUR_MS - SECOND_MS)).toBe(0);
  expect(await lookedUp(SECOND_MS)).toBe(1);
  expect(await lookedUp(HOUR_MS)).toBe(0);
  expect(await lookedUp(DAY_MS)).toBe(1);
});
