import {
  alerts,
  billingAccounts,
  certificateHistory,
  certificates,
  checkSchedule,
  deliveries,
  deliveryQueues,
  newId,
  oneTimeLinks,
  organizations,
} from '@notafter/db';
import { addMs, type CertificateId, type ChannelQueue, DAY_MS, HOUR_MS, nextCheckAt, SHARDS, shardOf } from '@notafter/domain';
import {
  cancelDiscovery,
  deliverSliceJob,
  getCheckRun,
  type SystemContext,
  saveChannel,
  sendAccountMailJob,
  startCheckRun,
  startDiscovery,
} from '@notafter/features';
import { createJobQueue, type JobRunner } from '@notafter/jobs';
import { certificateFacts, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { allJobs } from './all-jobs.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

const patience = { timeout: 45_000, interval: 50 };
const checkIntervalHours = 0.005;
const intervalMs = checkIntervalHours * HOUR_MS;

let test: TestContext;
let ctx: SystemContext;
let runners: JobRunner[];
let workers: RunningWorker[] = [];

beforeAll(async () => {
  test = await createTestContext({ config: { checkIntervalHours } });
  runners = [1, 2].map(() =>
    createJobQueue({ databaseUrl: test.databaseUrl, log: test.ctx.log, jobs: allJobs.map(({ definition }) => definition), runsJobs: true }),
  );
  await Promise.all(runners.map((runner) => runner.start()));
  const [first] = runners;
  if (first === undefined) throw new Error('No queue.');
  ctx = { ...test.ctx, jobs: first.queue };
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await ctx.db.delete(certificates);
  await ctx.db.delete(alerts);
  test.ctx.gateways.channels.sent.length = 0;
  test.ctx.gateways.prober.probed.length = 0;
});
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await test.close();
});

const startWorkers = async (count = runners.length): Promise<void> => {
  workers = await Promise.all(runners.slice(0, count).map((jobs) => startWorker({ ctx, jobs, log: ctx.log })));
};
const monitored = async (hosts: readonly string[]): Promise<CertificateId[]> => {
  const org = await makeOrgContext(ctx, { plan: 'Enterprise' });
  const now = ctx.clock.now();
  const rows = hosts.map((host) => ({ id: newId<'certificate'>(), host }));
  for (const { host } of rows) test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
  await ctx.db
    .insert(certificates)
    .values(rows.map(({ id, host }) => ({ id, orgId: org.org.id, host, port: 443, domain: host, createdAt: now })));
  await ctx.db
    .insert(checkSchedule)
    .values(rows.map(({ id }) => ({ certificateId: id, shard: shardOf(id), nextCheckAt: nextCheckAt(id, now, 0, ctx.config) })));
  return rows.map(({ id }) => id);
};
const neverChecked = async (): Promise<number> =>
  (await ctx.db.select().from(checkSchedule)).filter(({ lastCheckedAt }) => lastCheckedAt === null).length;
const actionsOf = async (id: CertificateId): Promise<string[]> => {
  const rows = await ctx.db.select().from(certificateHistory);
  return rows
    .filter(({ certificateId }) => certificateId === id)
    .sort((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())
    .map(({ action }) => action);
};

describe('the schedule', () => {
  it('is kept by two workers without requests: each endpoint once per interval', async () => {
    await monitored(Array.from({ length: 300 }, (_, index) => `kept-${index}.example`));
    await startWorkers();
    test.ctx.clock.advance(intervalMs);
    await vi.waitFor(async () => expect(await neverChecked()).toBe(0), patience);
    expect(test.ctx.gateways.prober.probed).toHaveLength(300);
    test.ctx.clock.advance(intervalMs);
    await vi.waitFor(() => expect(test.ctx.gateways.prober.probed).toHaveLength(600), patience);
  });

  it('finds a certificate that was replaced on the server', async () => {
    const [id] = await monitored(['swapped.example']);
    if (id === undefined) throw new Error('Nothing was inserted.');
    await startWorkers();
    test.ctx.clock.advance(intervalMs);
    await vi.waitFor(async () => expect(await actionsOf(id)).toEqual(['added']), patience);
    test.ctx.gateways.prober.answer('swapped.example:443', servedObservation('swapped.example', certificateFacts('successor')));
    test.ctx.clock.advance(intervalMs);
    await vi.waitFor(async () => expect(await actionsOf(id)).toEqual(['added', 'renewed']), patience);
  });

  it('loses no check when the workers stop and others start', async () => {
    const hosts = Array.from({ length: 250 }, (_, index) => `handed-${index}.example`);
    await monitored(hosts);
    const stopped = Promise.withResolvers<void>();
    for (const host of hosts) {
      test.ctx.gateways.prober.answer(`${host}:443`, async () => {
        await stopped.promise;
        return servedObservation(host);
      });
    }
    test.ctx.clock.advance(intervalMs);
    await startWorkers();
    await vi.waitFor(() => expect(test.ctx.gateways.prober.probed.length).toBeGreaterThan(0), patience);
    const stopping = Promise.all(workers.map((worker) => worker.stop()));
    stopped.resolve();
    await stopping;
    await startWorkers();
    await vi.waitFor(async () => expect(await neverChecked()).toBe(0), patience);
    expect(test.ctx.gateways.prober.probed).toHaveLength(250);
  });
});

describe('the ledger of alerts', () => {
  it('is swept without requests: two workers raise an alert for an expiring certificate once', async () => {
    const [id] = await monitored(['ending.example']);
    if (id === undefined) throw new Error('Nothing was inserted.');
    await ctx.db.update(certificates).set({ notAfter: addMs(ctx.clock.now(), DAY_MS - 1) });
    await startWorkers();
    const raised = async () => (await ctx.db.select().from(alerts)).filter(({ certificateId }) => certificateId === id);
    await vi.waitFor(async () => expect(await raised()).toMatchObject([{ rule: 'expiry', threshold: 0 }]), patience);
  });

  it('goes out at once although a worker of its shard died', async () => {
    const org = await makeOrgContext(ctx, { plan: 'Enterprise' });
    await saveChannel(org, { type: 'email', enabled: true, settings: { email: 'team@example.com' } });
    await ctx.db.transaction(async (tx) => {
      for (let shard = 0; shard < SHARDS; shard += 1)
        await ctx.jobs.enqueue(tx, deliverSliceJob, { shard }, { singletonKey: String(shard) });
    });
    const died = await ctx.db.$client.unsafe(
      // The queue would not notice the dead worker within an hour.
      "update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() + interval '1 hour' where name = 'deliver-slice' and state = 'created'",
    );
    expect(died.count).toBe(SHARDS);
    const [id] = await monitored(['due.example']);
    await ctx.db.update(certificates).set({ orgId: org.org.id, notAfter: addMs(ctx.clock.now(), DAY_MS - 1) });
    await startWorkers();
    const mentionsIt = { message: { items: [{ domain: 'due.example', certificateUrl: expect.stringContaining(id ?? '') }] } };
    await vi.waitFor(() => expect(test.ctx.gateways.channels.sent).toMatchObject([mentionsIt]), patience);
  });

  it('sends due alerts within seconds, without requests', async () => {
    const org = await makeOrgContext(ctx, { plan: 'Enterprise' });
    const { channel: slack } = await saveChannel(org, {
      type: 'slack',
      enabled: true,
      settings: { webhook: 'https://hooks.slack.example/secret' },
    });
    const channel: ChannelQueue = `slack:${slack.id}`;
    const now = ctx.clock.now();
    const alertId = newId<'alert'>();
    await ctx.db.insert(alerts).values({
      id: alertId,
      orgId: org.org.id,
      certificateId: newId<'certificate'>(),
      domain: 'due.example',
      rule: 'failing',
      threshold: 0,
      occasion: '1',
      summary: 'Unreachable.',
      raisedAt: now,
    });
    const delivery = { id: newId<'delivery'>(), orgId: org.org.id, alertId, channel, kind: 'alert', state: 'pending' } as const;
    await ctx.db.insert(deliveries).values({ ...delivery, dueAt: now, createdAt: now });
    await ctx.db.insert(deliveryQueues).values({ orgId: org.org.id, channel, dueAt: now });
    await startWorkers();
    const isSent = async () => (await ctx.db.select().from(deliveries)).map(({ state }) => state);
    await vi.waitFor(async () => expect(await isSent()).toEqual(['sent']), patience);
    expect(test.ctx.gateways.channels.sent).toHaveLength(1);
  });
});

describe('jobs from requests', () => {
  it('runs a bulk check to its end', async () => {
    await monitored(['other.example']);
    const org = await makeOrgContext(ctx, { plan: 'Enterprise' });
    await ctx.db.update(certificates).set({ orgId: org.org.id });
    await startWorkers();
    const { jobId } = await startCheckRun(org, { all: true });
    await vi.waitFor(
      async () => expect(await getCheckRun(org, { id: jobId })).toMatchObject({ status: 'completed', succeeded: 1 }),
      patience,
    );
  });

  it('mails a link', async () => {
    const org = await makeOrgContext(ctx);
    const now = ctx.clock.now();
    const linkId = newId<'one-time-link'>();
    await ctx.db
      .insert(oneTimeLinks)
      .values({ id: linkId, purpose: 'password-reset', userId: org.actor.userId, createdAt: now, expiresAt: addMs(now, HOUR_MS) });
    await startWorkers();
    await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, sendAccountMailJob, { linkId }));
    await vi.waitFor(() => expect(test.ctx.gateways.mailer.sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual([linkId]), patience);
  });
});

it('ends a plan whose grace period passed while nothing ran, as soon as a worker starts', async () => {
  const org = await makeOrgContext(ctx, { plan: 'Team' });
  const overdue = { paymentFailedAt: addMs(ctx.clock.now(), -15 * DAY_MS), plan: 'Team', status: 'past_due' } as const;
  await ctx.db.insert(billingAccounts).values({ orgId: org.org.id, clientReferenceId: 'overdue', ...overdue });
  await startWorkers();
  await vi.waitFor(async () => {
    const rows = await ctx.db.select().from(organizations);
    expect(rows.find(({ id }) => id === org.org.id)?.plan).toBe('Forever Free');
  }, patience);
});

it('three organizations with three searches each leave capacity at one worker for the search of a fourth', async () => {
  const direct = test.ctx.gateways.discovery.find(({ name }) => name === 'direct');
  direct?.play(
    ({ signal }) =>
      new Promise((resolve) => {
        const report = { outcome: 'partial', reason: null, fetchedAt: ctx.clock.now() } as const;
        signal.addEventListener('abort', () => resolve(report), { once: true });
      }),
  );
  await startWorkers(1);
  const [first, second, third, fourth] = await Promise.all([1, 2, 3, 4].map(() => makeOrgContext(ctx, { plan: 'Enterprise' })));
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) {
    throw new Error('No organizations.');
  }
  const under = new Map([first, second, third, fourth].map((org, index) => [org, `org-${index + 1}`]));
  const searches = new Map<string, { readonly org: typeof first; readonly id: Awaited<ReturnType<typeof startDiscovery>>['jobId'] }>();
  const search = async (org: typeof first, number: number): Promise<string> => {
    const domain = `search-${number}.${under.get(org)}.example`;
    searches.set(domain, { org, id: (await startDiscovery(org, { domain })).jobId });
    return domain;
  };
  const end = async (domain: string): Promise<void> => {
    const known = searches.get(domain);
    if (known !== undefined) await cancelDiscovery(known.org, { id: known.id });
  };
  const isUnderWay = (domain: string) => vi.waitFor(() => expect(direct?.asked).toContain(domain), patience);
  for (const org of [first, second, third]) await isUnderWay(await search(org, 1));
  const further = [await search(first, 2), await search(second, 2)];
  for (const domain of further) await isUnderWay(domain);
  const waiting = [await search(third, 2), await search(first, 3)];
  await isUnderWay(await search(fourth, 1));
  expect(direct?.asked.filter((domain) => waiting.includes(domain))).toEqual([]);
  for (const domain of further) await end(domain);
  for (const domain of waiting) await isUnderWay(domain);
  for (const domain of searches.keys()) await end(domain);
});
