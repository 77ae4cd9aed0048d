import { operatorAlerts, transparencyLogs } from '@notafter/db';
import { DAY_MS, HOUR_MS, type SignedHead } from '@notafter/domain';
import { makeOrgContext } from '@notafter/testing';
import { asc, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSources } from './get-sources.ts';
import { refreshLogs } from './refresh-logs.ts';
import { searchIssuances } from './search-issuances.ts';
import { one, transparencyStage } from './testing/transparency-stage.ts';
import { watchDomain } from './watch-domain.ts';

const { world, now, host, monitor, issued, log, watch, watchLearned, states, ctx, org, domain } = transparencyStage();

beforeEach(async () => {
  await ctx().db.delete(operatorAlerts);
});
const alerted = async (): Promise<string[]> =>
  (await ctx().db.select().from(operatorAlerts).orderBy(asc(operatorAlerts.id))).map(({ kind, detail }) => `${kind} ${detail}`);
const open = async (): Promise<number> => ctx().db.$count(operatorAlerts, isNull(operatorAlerts.closedAt));
const source = async () => (await getSources(org())).logs.find(({ id }) => id === one.id);

describe('a log', () => {
  it('that broke several promises keeps the first evidence of each, and is alerted on once for each', async () => {
    await monitor();
    await watch();
    const head = (text: string): SignedHead => ({ size: 1, root: '', signedAt: 0, text });
    const forked = (reason: string) => ({ kind: 'forked', reason, known: head(reason), found: head('other') }) as const;
    world().outcomes.set(one.id, { kind: 'omitted', reason: 'A name is missing.', tile: 4, names: ['x'] });
    await log();
    for (const reason of ['First fork.', 'Second fork.']) {
      world().outcomes.set(one.id, forked(reason));
      await log();
    }
    world().outcomes.clear();
    await log();
    expect(world().modes.slice(-3)).toEqual(['data', 'data', 'data']);
    expect(await source()).toMatchObject({
      outcome: 'up_to_date',
      broken: [{ kind: 'omitted' }, { kind: 'forked', reason: 'First fork.' }],
    });
    const [row] = await ctx().db.select().from(transparencyLogs).where(eq(transparencyLogs.id, one.id));
    expect(row?.broken).toMatchObject([{ tile: 4 }, { known: { text: 'First fork.' } }]);
    expect(await alerted()).toEqual([
      'log_broken one by Test operator: A name is missing.',
      'log_broken one by Test operator: First fork.',
    ]);
  });

  it('that was not followed for more than a week goes on at its head, and the gap is said', async () => {
    await monitor();
    await watchLearned();
    await log(issued('before', { issuerOrganization: 'CA 1' }));
    const left = now();
    ctx().clock.advance(6 * DAY_MS);
    await log(issued('within a week', { issuerOrganization: 'CA 2' }));
    expect(await source()).toMatchObject({ gap: null });
    const from = now();
    expect(from > left).toBe(true);
    ctx().clock.advance(7 * DAY_MS);
    world().outcomes.set(one.id, { kind: 'unavailable', reason: 'It does not answer.' });
    const asked = world().logs.get(one.id) ?? [];
    world().logs.set(one.id, []);
    await log();
    expect(await source()).toMatchObject({ readSize: 2, gap: { from, until: null, entries: null } });
    world().outcomes.clear();
    world().logs.set(one.id, asked);
    await log(issued('in the gap', { issuerOrganization: 'CA 3' }), issued('in the gap, too', { issuerOrganization: 'CA 4' }));
    expect(await source()).toMatchObject({ readSize: 4, outcome: 'up_to_date', gap: { from, until: now(), entries: 2 } });
    await log(issued('after', { issuerOrganization: 'CA 5' }));
    expect(await states()).toHaveLength(3);
  });

  it('that is not read to its head for a day is alerted on once, and again only after it was', async () => {
    await monitor();
    await watch();
    world().outcomes.set(one.id, { kind: 'unavailable', reason: 'It does not answer.' });
    await log();
    const since = now();
    for (const hours of [23, 1, 1]) {
      ctx().clock.advance(hours * HOUR_MS);
      await log();
      expect(await alerted()).toHaveLength(now().getTime() - since.getTime() < DAY_MS ? 0 : 1);
    }
    expect(await alerted()).toEqual([
      expect.stringMatching(/^transparency_blind one by Test operator: not read to its head since .* UTC: It does not answer\.$/),
    ]);
    world().outcomes.clear();
    await log();
    expect(await open()).toBe(0);
    // A server that was off did not ask.
    ctx().clock.advance(4 * DAY_MS);
    world().outcomes.set(one.id, { kind: 'behind', entries: 9 });
    await log();
    expect(await alerted()).toHaveLength(1);
    ctx().clock.advance(DAY_MS);
    await log();
    expect(await alerted()).toEqual([expect.any(String), expect.stringContaining('its backlog does not fit into the budget of a day.')]);
    expect(await open()).toBe(1);
    // Nobody reads a log that the list retires, so nobody misses it.
    const { list } = world();
    world().list = { logs: [{ ...one, state: 'retired' }], listedAt: now(), problem: null };
    await refreshLogs(ctx());
    world().list = list;
    expect(await open()).toBe(0);
  });
});

describe('a search service', () => {
  const silent = { outcome: 'failed', reason: 'It returned status 503.', issuances: {}, cursor: null, retryAfterMs: null } as const;

  it('that answers nothing for a day is alerted on once; one that answers about any domain is not', async () => {
    await monitor();
    await watch();
    await watchDomain(org(), { domain: host() });
    for (const name of [domain(), host()]) world().answers.set(`${name} `, silent);
    for (let hour = 0; hour <= 26; hour += 1) {
      await searchIssuances(ctx());
      ctx().clock.advance(HOUR_MS);
    }
    expect(await alerted()).toEqual([
      expect.stringMatching(/^transparency_blind Cert Spotter: no answer about any domain since .* UTC\.$/),
    ]);
    world().answers.delete(`${host()} `);
    for (let hour = 0; hour <= 26; hour += 1) {
      await searchIssuances(ctx());
      ctx().clock.advance(HOUR_MS);
    }
    expect([(await alerted()).length, await open()]).toEqual([1, 0]);
  });

  it('is asked in turn about the domains of each organization, however many one has', async () => {
    for (const name of ['a', 'b', 'c'].map((label) => host(label))) {
      await monitor(`www.${name}`);
      await watchDomain(org(), { domain: name });
    }
    const other = await makeOrgContext(ctx(), { plan: 'Enterprise' });
    await monitor('www.zz-other.example', undefined, other);
    await watchDomain(other, { domain: 'zz-other.example' });
    const before = world().searched.length;
    await searchIssuances(ctx());
    const asked = world()
      .searched.slice(before)
      .map((request) => request.domain);
    expect(asked).toEqual([host('a'), 'zz-other.example', host('b'), host('c')]);
  });

  it('begins again for an organization that joins, at most every six hours', async () => {
    await monitor();
    await watch();
    world().answers.set(`${domain()} `, { outcome: 'complete', reason: null, issuances: {}, cursor: '8', retryAfterMs: null });
    const cursors = async (hours: number): Promise<(string | null)[]> => {
      const before = world().searched.length;
      for (let hour = 0; hour < hours; hour += 1) {
        await searchIssuances(ctx());
        ctx().clock.advance(HOUR_MS);
      }
      return world()
        .searched.slice(before)
        .map(({ cursor }) => cursor);
    };
    const join = async (): Promise<void> => {
      const other = await makeOrgContext(ctx(), { plan: 'Enterprise' });
      await monitor(host(), undefined, other);
      await watchDomain(other, { domain: domain() });
    };
    expect(await cursors(2)).toEqual([null, '8']);
    await join();
    await join();
    expect(await cursors(6)).toEqual(['8', '8', '8', '8', null, '8']);
    await join();
    expect(await cursors(6)).toEqual(['8', '8', '8', '8', null, '8']);
    expect(await cursors(6)).toEqual(['8', '8', '8', '8', '8', '8']);
  });
});
