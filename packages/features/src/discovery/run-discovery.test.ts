import { discoveryNames, processes } from '@notafter/db';
import {
  addMs,
  DAY_MS,
  DISCOVERY_NAMES_MAX,
  type DiscoveryJobId,
  type DiscoverySourceName,
  type DiscoveryView,
  HOUR_MS,
  MINUTE_MS,
  type SourceFinding,
  type SourceReport,
  type SourceRequest,
} from '@notafter/domain';
import { getDiscoveryInput } from '@notafter/domain/inputs';
import { createTestContext, finding, heldBytes, makeOrgContext, passTime, servedObservation, type TestContext } from '@notafter/testing';
import { and, count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrgContext } from '../context.ts';
import { runDiscoveryJob } from '../steps/process-jobs.ts';
import { cancelDiscovery } from './cancel-discovery.ts';
import { getDiscovery } from './get-discovery.ts';
import { runDiscovery } from './run-discovery.ts';
import { startDiscovery } from './start-discovery.ts';

const MAX_HOSTS = 60;
const patience = { timeout: 45_000, interval: 20 };
let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise', discoveryMaxHosts: MAX_HOSTS } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  test.ctx.jobs.clear();
  test.ctx.gateways.prober.probed.length = 0;
  for (const { name, asked } of test.ctx.gateways.discovery) {
    asked.length = 0;
    play(name, async () => complete);
  }
});
afterAll(() => test.close());

const complete: SourceReport = { outcome: 'complete', reason: null, fetchedAt: new Date('2026-11-20T10:00:00Z') };
const play = (name: DiscoverySourceName, script: (request: SourceRequest) => Promise<SourceReport>) =>
  test.ctx.gateways.discovery.find((one) => one.name === name)?.play(script);
const askedOf = (name: DiscoverySourceName) => test.ctx.gateways.discovery.find((one) => one.name === name)?.asked.length;
const finds =
  (findings: readonly SourceFinding[]) =>
  async ({ found }: SourceRequest): Promise<SourceReport> => {
    await found(findings);
    return complete;
  };
const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
/** A source that has not answered when the search ends. */
const hangs =
  (findings: readonly SourceFinding[] = []) =>
  async ({ found, signal, step }: SourceRequest): Promise<SourceReport> => {
    step({ done: 0.4, note: 'Page 7' });
    await found(findings);
    await until(signal);
    return complete;
  };
const logged = (days = 10) => ({ issuer: 'Sectigo', notBefore: null, notAfter: addMs(test.ctx.clock.now(), days * DAY_MS), san: [] });
const hosts = (count: number, prefix = 'h'): SourceFinding[] =>
  Array.from({ length: count }, (_, index) => finding(`${prefix}${String(index).padStart(5, '0')}.example.com`, { logged: logged() }));
const view = (id: DiscoveryJobId, asked: object = {}): Promise<DiscoveryView> =>
  getDiscovery(org, getDiscoveryInput.parse({ id, ...asked }));
const start = async () => (await startDiscovery(org, { domain: 'example.com' })).jobId;
const sourceOf = (found: DiscoveryView, name: DiscoverySourceName) => found.sources.find(({ source }) => source === name);
const spentOf = async (jobId: DiscoveryJobId) => {
  const [row] = await test.ctx.db.select({ spentMs: processes.spentMs }).from(processes).where(eq(processes.id, jobId));
  return row?.spentMs ?? 0;
};
/** Works on until what its sources said is stored, which each sign of life does. */
const untilStored = async (jobId: DiscoveryJobId): Promise<void> => {
  const spent = await spentOf(jobId);
  await vi.waitFor(async () => expect(await spentOf(jobId)).toBeGreaterThan(spent + 1_000), patience);
};
const waitingOf = async (jobId: DiscoveryJobId) => {
  const [row] = await test.ctx.db
    .select({ waiting: count() })
    .from(discoveryNames)
    .where(and(eq(discoveryNames.jobId, jobId), eq(discoveryNames.state, 'waiting')));
  return row?.waiting;
};

/** Until so many names were found, and all of them looked at: before the first one, none waits either. */
const untilLookedAt = (jobId: DiscoveryJobId, names: number): Promise<void> =>
  vi.waitFor(async () => expect([(await view(jobId)).found, await waitingOf(jobId)]).toEqual([names, 0]), patience);

describe('an answer of logs to a recent search of the domain', () => {
  const answer = (service: string, changes: object = {}) => ({
    service,
    outcome: 'complete' as const,
    reason: null,
    fetchedAt: test.ctx.clock.now(),
    ...changes,
  });
  const listing = () => [
    ...hosts(3),
    finding('apps.example.com', { isWildcard: true, logged: { ...logged(), san: ['*.apps.example.com'] } }),
    finding('old.example.com', { logged: null }),
  ];
  /** Asks each service that has not answered lately, as the source does. */
  const ctLogs = (asked: string[]) => async (request: SourceRequest) => {
    const { answered = [] } = request;
    const services = ['crt.sh', 'Cert Spotter'].filter((name) => !answered.some(({ service }) => service === name));
    asked.push(services.join('+'));
    if (services.length > 0) await request.found(listing());
    const answers = [...answered, ...services.map((service) => answer(service))];
    return { ...complete, answers };
  };
  const shown = ({ results }: DiscoveryView) =>
    results.map(({ domain, sources, issuer, expirationDate }) => ({ domain, sources, issuer, expirationDate }));

  const search = async (fresh?: boolean) => {
    const { jobId } = await startDiscovery(org, { domain: 'example.com', ...(fresh === undefined ? {} : { fresh }) });
    await runDiscovery(test.ctx, { id: jobId });
    return view(jobId);
  };

  it('is used for six hours, with the same results, and is reported', async () => {
    const asked: string[] = [];
    play('ct_logs', ctLogs(asked));
    const first = await search();
    expect(sourceOf(first, 'ct_logs')?.reused).toBe(false);
    test.ctx.clock.advance(5 * HOUR_MS);
    const second = await search();
    expect(asked).toEqual(['crt.sh+Cert Spotter', '']);
    expect(sourceOf(second, 'ct_logs')).toMatchObject({ state: 'complete', reused: true, count: 3 });
    expect(shown(second)).toEqual(shown(first));
    expect(second.wildcards).toEqual(first.wildcards);
    expect(second.comparison).toMatchObject({ added: 0, gone: 0 });
    // Reusing an answer does not make it newer.
    test.ctx.clock.advance(2 * HOUR_MS);
    await search();
    expect(asked[2]).toBe('crt.sh+Cert Spotter');
  });

  it('is queried again on request, and for another domain or organization', async () => {
    const asked: string[] = [];
    play('ct_logs', ctLogs(asked));
    await search();
    expect(sourceOf(await search(true), 'ct_logs')?.reused).toBe(false);
    const other = await makeOrgContext(test.ctx);
    for (const [who, domain] of [
      [org, 'sub.example.com'],
      [other, 'example.com'],
    ] as const) {
      const { jobId } = await startDiscovery(who, { domain });
      await runDiscovery(test.ctx, { id: jobId });
    }
    expect(asked).toEqual(Array.from({ length: 4 }, () => 'crt.sh+Cert Spotter'));
  });

  it('by one service spares that one alone, also where the search was cancelled then', async () => {
    const asked: string[] = [];
    play('ct_logs', async ({ found }) => {
      await found(listing());
      return { ...complete, outcome: 'partial', reason: 'Cert Spotter returned status 503.', answers: [answer('crt.sh')] };
    });
    play('dns', hangs());
    const { jobId } = await startDiscovery(org, { domain: 'example.com' });
    const running = runDiscovery(test.ctx, { id: jobId });
    await vi.waitFor(async () => expect(sourceOf(await view(jobId), 'ct_logs')?.state).toBe('partial'), patience);
    await cancelDiscovery(org, { id: jobId });
    await running;
    play('dns', async () => complete);
    play('ct_logs', ctLogs(asked));
    const next = await search();
    expect(asked).toEqual(['Cert Spotter']);
    expect(next).toMatchObject({ found: 3 });
  });
});

it("lists names below a public suffix further down, and checks none of those strangers' hosts", async () => {
  play('ct_logs', finds([finding('www.amazonaws.com', { logged: logged() }), finding('shop.s3.amazonaws.com', { logged: logged() })]));
  const { jobId } = await startDiscovery(org, { domain: 'amazonaws.com' });
  await runDiscovery(test.ctx, { id: jobId });
  expect(test.ctx.gateways.prober.probed.map(({ host }) => host)).toEqual(['www.amazonaws.com']);
  const found = await view(jobId);
  expect(found.notLookedAt).toBe(1);
  expect(found.results.find(({ domain }) => domain === 'shop.s3.amazonaws.com')).toMatchObject({
    reachable: null,
    detail: 'Not looked at: below s3.amazonaws.com anybody may have names.',
  });
});

describe('a source', () => {
  it('that fails, or whose code throws, takes nothing from the others', async () => {
    play('direct', async () => ({ ...complete, outcome: 'failed', reason: 'No such name.' }));
    play('dns', () => Promise.reject(new Error('a fault of ours')));
    play('ct_logs', async (request) => ({
      ...(await finds(hosts(3))(request)),
      outcome: 'partial',
      reason: 'crt.sh did not answer in time.',
    }));
    const jobId = await start();
    await runDiscovery(test.ctx, { id: jobId });
    const found = await view(jobId);
    expect(found).toMatchObject({ status: 'completed', found: 3 });
    expect(found.sources.map(({ source, state, reason }) => [source, state, reason])).toEqual([
      ['direct', 'failed', 'No such name.'],
      ['dns', 'failed', 'It could not be asked.'],
      ['ct_logs', 'partial', 'crt.sh did not answer in time.'],
      ['san', 'complete', null],
    ]);
  });

  it('fails the search only where all of them fail and nothing was found', async () => {
    for (const name of ['direct', 'dns', 'ct_logs'] as const)
      play(name, async () => ({ ...complete, outcome: 'failed', reason: `${name} is down.` }));
    const jobId = await start();
    await runDiscovery(test.ctx, { id: jobId });
    expect(await view(jobId)).toMatchObject({ status: 'failed', error: 'No source answered. direct is down.' });
  });

  it('without a service to query does not count as an answer if others failed', async () => {
    for (const name of ['direct', 'dns'] as const) play(name, async () => ({ ...complete, outcome: 'failed', reason: `${name} is down.` }));
    play('ct_logs', async () => ({ ...complete, reason: 'Nobody was asked.', unasked: true }));
    const jobId = await start();
    await runDiscovery(test.ctx, { id: jobId });
    expect(await view(jobId)).toMatchObject({ status: 'failed', error: 'No source answered. direct is down.' });
    play('dns', async () => complete);
    const next = await start();
    await runDiscovery(test.ctx, { id: next });
    expect(await view(next)).toMatchObject({ status: 'completed', found: 0 });
  });

  it('is stopped when a search reaches its limit of names', async () => {
    play('ct_logs', async ({ found }) => {
      let isTaken = true;
      let batch = 0;
      while (isTaken && batch < 100) {
        isTaken = await found(hosts(500, `b${batch}-`));
        batch += 1;
      }
      return { ...complete, outcome: 'partial', reason: 'The limit of names per search was reached.' };
    });
    const jobId = await start();
    await runDiscovery(test.ctx, { id: jobId });
    expect((await view(jobId)).found).toBe(DISCOVERY_NAMES_MAX);
  });

  it('names from certificates that were seen are followed one level, and no further', async () => {
    const certificateOf = (host: string, san: readonly string[]) =>
      test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, { san: [...san] }));
    certificateOf('www.example.com', ['www.example.com', 'shop.example.com']);
    certificateOf('shop.example.com', ['shop.example.com', 'deep.example.com']);
    play('dns', finds([finding('www.example.com')]));
    play('san', async ({ seenNames, found }) => {
      const names: string[] = [];
      for await (const page of seenNames()) names.push(...page);
      await found(names.map((name) => finding(name)));
      return complete;
    });
    const jobId = await start();
    await runDiscovery(test.ctx, { id: jobId });
    expect((await view(jobId)).results.map(({ domain, sources }) => [domain, sources]).sort()).toEqual([
      ['shop.example.com', ['san']],
      ['www.example.com', ['dns']],
    ]);
  });
});

describe('progress', () => {
  it('stalls with a source that stalls, shows its step, and is 100 only at the end', async () => {
    play('ct_logs', hangs(hosts(5)));
    const jobId = await start();
    const running = runDiscovery(test.ctx, { id: jobId });
    await vi.waitFor(
      async () => expect(sourceOf(await view(jobId), 'ct_logs')).toMatchObject({ state: 'running', note: 'Page 7' }),
      patience,
    );
    await untilLookedAt(jobId, 5);
    await untilStored(jobId);
    const { progress } = await view(jobId);
    expect(progress).toBeGreaterThan(50);
    expect(progress).toBeLessThan(75);
    await untilStored(jobId);
    expect((await view(jobId)).progress).toBe(progress);
    expect((await view(jobId)).results).toHaveLength(5);
    await cancelDiscovery(org, { id: jobId });
    await running;
  });
});

describe('bounds', () => {
  it('checks hosts up to its limit, longest validity first, and lists the rest as not checked', async () => {
    play('ct_logs', finds([...hosts(MAX_HOSTS + 40, 'later').map((one) => ({ ...one, logged: logged(90) })), ...hosts(30, 'sooner')]));
    const jobId = await start();
    await runDiscovery(test.ctx, { id: jobId });
    const found = await view(jobId, { limit: 500 });
    expect(test.ctx.gateways.prober.probed).toHaveLength(MAX_HOSTS);
    expect(test.ctx.gateways.prober.probed.every(({ host }) => host.startsWith('later'))).toBe(true);
    expect(found).toMatchObject({ status: 'completed', found: MAX_HOSTS + 70, notLookedAt: 70 });
    expect(found.results.filter(({ reachable }) => reachable === null).map(({ detail }) => detail)).toEqual(
      Array.from({ length: 70 }, () => `Not looked at: a search looks at ${MAX_HOSTS} hosts at most.`),
    );
  });

  it('ends when its time is up, with what it has', async () => {
    test.ctx.gateways.prober.answer('slow00000.example.com:443', () => new Promise(() => undefined));
    play('ct_logs', hangs(hosts(1, 'slow')));
    const jobId = await start();
    await test.ctx.db.update(processes).set({ spentMs: 296_000 }).where(eq(processes.id, jobId));
    await runDiscovery(test.ctx, { id: jobId });
    const found = await view(jobId);
    expect(found).toMatchObject({ status: 'completed', found: 1, notLookedAt: 1 });
    expect(sourceOf(found, 'ct_logs')).toMatchObject({ state: 'partial', reason: 'It was not done when the time was up.' });
    expect(found.results[0]?.detail).toBe('Not looked at: the time of this search was up.');
  });
});

describe('a cancel', () => {
  it('stops a search at its next beat, sources and looks alike', async () => {
    const signals: AbortSignal[] = [];
    play('ct_logs', async (request) => {
      signals.push(request.signal);
      return hangs(hosts(200, 'tarpit'))(request);
    });
    for (const { host } of hosts(200, 'tarpit')) test.ctx.gateways.prober.answer(`${host}:443`, () => new Promise(() => undefined));
    const jobId = await start();
    const running = runDiscovery(test.ctx, { id: jobId });
    await vi.waitFor(() => expect(test.ctx.gateways.prober.probed.length).toBe(50), patience);
    const begun = performance.now();
    await cancelDiscovery(org, { id: jobId });
    expect(await view(jobId)).toMatchObject({ status: 'failed', error: 'Cancelled' });
    await running;
    // It beats twice a second; without a cancel this one would go on for minutes.
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(test.ctx.gateways.prober.probed).toHaveLength(50);
    expect(await view(jobId)).toMatchObject({ status: 'failed', error: 'Cancelled', found: 200, notLookedAt: 200 });
  });
});

describe('an interrupted search', () => {
  it('goes on where it stood: sources that answered are not asked again, hosts that were looked at are left alone', async () => {
    play('dns', finds([finding('www.example.com')]));
    test.ctx.gateways.prober.answer('www.example.com:443', servedObservation('www.example.com'));
    play('ct_logs', hangs(hosts(4)));
    const jobId = await start();
    const stop = new AbortController();
    const first = runDiscovery(test.ctx, { id: jobId }, { signal: stop.signal });
    await untilLookedAt(jobId, 5);
    await vi.waitFor(async () => expect(sourceOf(await view(jobId), 'dns')?.state).toBe('complete'), patience);
    stop.abort();
    await first;
    expect(test.ctx.jobs.payloadsOf(runDiscoveryJob)).toEqual([{ id: jobId }, { id: jobId }]);
    expect((await view(jobId)).status).toBe('running');
    play('ct_logs', finds(hosts(6)));
    await runDiscovery(test.ctx, { id: jobId });
    expect(await view(jobId)).toMatchObject({ status: 'completed', progress: 100, found: 7 });
    expect([askedOf('dns'), askedOf('ct_logs')]).toEqual([1, 2]);
    expect(test.ctx.gateways.prober.probed.map(({ host }) => host).sort()).toEqual(
      [...hosts(6).map(({ host }) => host), 'www.example.com'].sort(),
    );
  });

  it('spends its time only while somebody works on it', { timeout: 90_000 }, async () => {
    play('ct_logs', hangs());
    const jobId = await start();
    await test.ctx.db.update(processes).set({ spentMs: 299_000 }).where(eq(processes.id, jobId));
    // A second is left; a search that had all of its time would go on for three minutes.
    await runDiscovery(test.ctx, { id: jobId });
    expect((await view(jobId)).status).toBe('completed');
  });

  it('fails after its last try, and says so', async () => {
    const jobId = await start();
    const broken = {
      ...test.ctx,
      gateways: {
        ...test.ctx.gateways,
        get discovery(): never {
          throw new Error('a fault of ours');
        },
      },
    };
    for (let tries = 1; tries <= 6; tries += 1) {
      expect((await view(jobId)).status).toBe('running');
      await runDiscovery(broken, { id: jobId });
      await passTime(test.ctx.db, MINUTE_MS);
    }
    expect(await view(jobId)).toMatchObject({ status: 'failed', error: 'The search was interrupted. Start it again.' });
  });

  it('is retried if its findings could not be stored, and no source fails because of it', async () => {
    play('ct_logs', finds([finding('a\u0000b.example.com', { logged: logged() })]));
    const jobId = await start();
    await runDiscovery(test.ctx, { id: jobId });
    expect(await view(jobId)).toMatchObject({ status: 'running', found: 0 });
    expect(sourceOf(await view(jobId), 'ct_logs')?.state).not.toBe('failed');
    await passTime(test.ctx.db, MINUTE_MS);
    play('ct_logs', finds(hosts(2)));
    await runDiscovery(test.ctx, { id: jobId });
    expect(await view(jobId)).toMatchObject({ status: 'completed', found: 2 });
  });

  it('may be worked on by two, and finds the same', async () => {
    play('ct_logs', finds(hosts(40)));
    for (const { host } of hosts(20)) test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
    const jobId = await start();
    await Promise.all([runDiscovery(test.ctx, { id: jobId }), runDiscovery(test.ctx, { id: jobId })]);
    expect(await view(jobId)).toMatchObject({ status: 'completed', found: 40, notLookedAt: 0 });
  });
});

it('10,000 names are stored and paged while little memory is held', async () => {
  const heldMb: number[] = [];
  play('ct_logs', async ({ found }) => {
    for (let batch = 0; batch < 20; batch += 1) {
      const large = () => ({ ...logged(), san: [Buffer.alloc(2_000, 'x').toString()] });
      await found(hosts(500, `n${batch}-`).map((one) => ({ ...one, logged: large() })));
      if (batch % 5 === 4) heldMb.push((heldBytes() - before) / 1024 / 1024);
    }
    return complete;
  });
  const jobId = await start();
  const before = heldBytes();
  await runDiscovery(test.ctx, { id: jobId });
  const page = await view(jobId, { offset: 9_990 });
  expect(page).toMatchObject({ status: 'completed', total: 10_000, found: 10_000, notLookedAt: 10_000 - MAX_HOSTS });
  expect(sourceOf(page, 'ct_logs')?.state).toBe('complete');
  expect(page.results).toHaveLength(10);
  expect(heldMb).toHaveLength(4);
  // Stored findings are released: all of them are 24 MB.
  expect(Math.max(...heldMb)).toBeLessThan(8);
});
