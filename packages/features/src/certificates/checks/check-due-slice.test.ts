import { createHash } from 'node:crypto';
import { certificateHistory, certificates, checkSchedule, closeDatabase, newId, openDatabase } from '@notafter/db';
import {
  addMs,
  brandId,
  type CertificateId,
  CHECK_LEASE_MS,
  HOUR_MS,
  MINUTE_MS,
  nextCheckAt,
  type OrganizationId,
  phaseOf,
  SHARDS,
  shardOf,
} from '@notafter/domain';
import {
  certificateFacts,
  createTestContext,
  makeOrganization,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkDueSlice } from './check-due-slice.ts';
import { claimDue } from './internal/claim-due.ts';

const patience = { timeout: 45_000, interval: 50 };
const INTERVAL_MS = 6 * HOUR_MS;
let test: TestContext;
let orgId: OrganizationId;

beforeAll(async () => {
  test = await createTestContext();
  orgId = await makeOrganization(test.ctx);
});
afterEach(async () => {
  await test.ctx.db.delete(certificates);
  test.ctx.gateways.prober.probed.length = 0;
});
afterAll(() => test.close());

/** Endpoints of shard 0 that were never checked and are due now. */
const dueEndpoints = async (hosts: readonly string[]): Promise<CertificateId[]> => {
  const now = test.ctx.clock.now();
  const rows = hosts.map((host) => ({ id: newIdInShard0(), host }));
  await test.ctx.db.insert(certificates).values(rows.map(({ id, host }) => ({ id, orgId, host, port: 443, domain: host, createdAt: now })));
  await test.ctx.db.insert(checkSchedule).values(rows.map(({ id }) => ({ certificateId: id, shard: 0, nextCheckAt: now })));
  return rows.map(({ id }) => id);
};
const newIdInShard0 = (): CertificateId => {
  const id = newId<'certificate'>();
  return shardOf(id) === 0 ? id : newIdInShard0();
};
const dueEndpoint = async (host: string): Promise<CertificateId> => {
  const [id] = await dueEndpoints([host]);
  if (id === undefined) throw new Error('Nothing was inserted.');
  return id;
};
const hostsNamed = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}-${index}.example`);
const stored = async (id: CertificateId) => {
  const [certificate] = await test.ctx.db.select().from(certificates).where(eq(certificates.id, id));
  const [schedule] = await test.ctx.db.select().from(checkSchedule).where(eq(checkSchedule.certificateId, id));
  if (certificate === undefined || schedule === undefined) throw new Error('The row is gone.');
  return { ...certificate, ...schedule };
};
const actionsOf = async (id: CertificateId): Promise<string[]> => {
  const rows = await test.ctx.db
    .select({ action: certificateHistory.action })
    .from(certificateHistory)
    .where(eq(certificateHistory.certificateId, id))
    .orderBy(asc(certificateHistory.recordedAt), asc(certificateHistory.id));
  return rows.map(({ action }) => action);
};
const check = () => checkDueSlice(test.ctx, { shard: 0 });
/** Moves the clock to where the endpoint falls due and checks. */
const checkWhenDue = async (id: CertificateId) => {
  test.ctx.clock.set((await stored(id)).nextCheckAt);
  return check();
};

it('probes an endpoint by its protocol, server name and address', async () => {
  const now = test.ctx.clock.now();
  const id = newIdInShard0();
  const domain = 'postgres://db.example?servername=pg.example&address=192.0.2.1';
  await test.ctx.db.insert(certificates).values({ id, orgId, host: 'db.example', port: 5432, domain, createdAt: now });
  await test.ctx.db.insert(checkSchedule).values({ certificateId: id, shard: 0, nextCheckAt: now });
  await check();
  expect(test.ctx.gateways.prober.probed).toEqual([
    { host: 'db.example', port: 5432, protocol: 'postgres', servername: 'pg.example', address: '192.0.2.1' },
  ]);
});

describe('an endpoint that answers', () => {
  it('is stored, recorded as added and due again at its turn', async () => {
    const id = await dueEndpoint('first.example');
    test.ctx.gateways.prober.answer('first.example:443', servedObservation('first.example', {}, { reasons: ['expired', 'self_signed'] }));
    expect(await check()).toEqual({ checked: 1, unreachable: 0 });
    const now = test.ctx.clock.now();
    const facts = certificateFacts('first.example');
    expect(await stored(id)).toMatchObject({
      issuer: "Let's Encrypt",
      notAfter: facts.notAfter,
      fingerprint256: facts.fingerprint256,
      san: ['first.example'],
      chain: [facts.fingerprint256],
      reasons: ['self_signed'],
      protocol: 'TLSv1.3',
      unreachableReason: null,
      fails: 0,
      lastCheckedAt: now,
      lastRecordedAt: now,
      nextCheckAt: nextCheckAt(id, now, 0, test.ctx.config),
      version: 1,
    });
    expect(await actionsOf(id)).toEqual(['added']);
  });

  it('is checked once per interval and recorded at most once a day while nothing changes', async () => {
    const id = await dueEndpoint('steady.example');
    test.ctx.gateways.prober.answer('steady.example:443', servedObservation('steady.example'));
    const firstDue = test.ctx.clock.now();
    await check();
    for (let turn = 0; turn < 9; turn += 1) {
      const due = (await stored(id)).nextCheckAt;
      test.ctx.clock.set(addMs(due, -1));
      expect(await check()).toEqual({ checked: 0, unreachable: 0 });
      test.ctx.clock.set(due);
      expect(await check()).toEqual({ checked: 1, unreachable: 0 });
    }
    expect(test.ctx.gateways.prober.probed).toHaveLength(10);
    const spent = (await stored(id)).nextCheckAt.getTime() - firstDue.getTime();
    expect(spent).toBeGreaterThan(9 * INTERVAL_MS);
    expect(spent).toBeLessThanOrEqual(10 * INTERVAL_MS);
    expect(await actionsOf(id)).toEqual(['added', 'checked', 'checked']);
  });

  it('keeps how long the probe took', async () => {
    const id = await dueEndpoint('timed.example');
    expect((await stored(id)).durationMs).toBeNull();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    test.ctx.gateways.prober.answer('timed.example:443', async () => {
      clock.mockReturnValue(1234.4);
      return servedObservation('timed.example');
    });
    await check();
    clock.mockRestore();
    expect((await stored(id)).durationMs).toBe(1234);
  });

  it('is recorded as renewed as soon as its certificate is another', async () => {
    const id = await dueEndpoint('swapped.example');
    test.ctx.gateways.prober.answer('swapped.example:443', servedObservation('swapped.example'));
    await check();
    const successor = certificateFacts('the successor');
    test.ctx.gateways.prober.answer('swapped.example:443', servedObservation('swapped.example', successor));
    await checkWhenDue(id);
    expect(await stored(id)).toMatchObject({ fingerprint256: successor.fingerprint256, serialNumber: successor.serialNumber });
    expect(await actionsOf(id)).toEqual(['added', 'renewed']);
  });
});

describe('an endpoint that does not answer', () => {
  it('is tried again after 5, 10 and 20 minutes, then at its turn, and keeps its last certificate', async () => {
    const id = await dueEndpoint('down.example');
    test.ctx.gateways.prober.answer('down.example:443', servedObservation('down.example'));
    await check();
    // An hour before its turn, so that the retries are not cut short by it.
    test.ctx.clock.set(addMs((await stored(id)).nextCheckAt, -INTERVAL_MS + 1));
    await test.ctx.db.update(checkSchedule).set({ nextCheckAt: test.ctx.clock.now() }).where(eq(checkSchedule.certificateId, id));
    test.ctx.gateways.prober.answer('down.example:443', unreachableObservation('down.example'));
    const since = test.ctx.clock.now();
    const waits: number[] = [];
    for (let failure = 0; failure < 7; failure += 1) {
      expect(await check()).toEqual({ checked: 1, unreachable: 1 });
      const due = (await stored(id)).nextCheckAt;
      waits.push(due.getTime() - test.ctx.clock.now().getTime());
      test.ctx.clock.set(due);
    }
    expect(waits.slice(0, 6)).toEqual([5, 10, 20, 40, 80, 160].map((minutes) => minutes * MINUTE_MS));
    expect((test.ctx.clock.now().getTime() - Math.floor(phaseOf(id) * INTERVAL_MS)) % INTERVAL_MS).toBe(0);
    expect(await stored(id)).toMatchObject({
      fingerprint256: certificateFacts('down.example').fingerprint256,
      unreachableReason: 'refused',
      unreachableDetail: 'Connection refused by down.example:443.',
      unreachableSince: since,
      fails: 7,
    });

    test.ctx.gateways.prober.answer('down.example:443', servedObservation('down.example'));
    await check();
    expect(await stored(id)).toMatchObject({ unreachableReason: null, unreachableDetail: null, unreachableSince: null, fails: 0 });
    expect(await actionsOf(id)).toEqual(['added']);
  });
});

describe('trouble on the way', () => {
  it('lets a thousand tarpits hold nobody but themselves, and asks for nothing to go first', async () => {
    const release = Promise.withResolvers<void>();
    const hosts = hostsNamed('tarpit', 1000);
    const tarpits = await dueEndpoints(hosts);
    for (const host of hosts) {
      test.ctx.gateways.prober.answer(`${host}:443`, async () => {
        await release.promise;
        return unreachableObservation(host, { reason: 'timeout' });
      });
    }
    test.ctx.clock.advance(1);
    const quick = await dueEndpoints(hostsNamed('quick', 300));
    const running = check();
    await vi.waitFor(async () => {
      const rows = await test.ctx.db.select().from(checkSchedule);
      const done = new Set(rows.flatMap((row) => (row.lastCheckedAt === null ? [] : [row.certificateId])));
      expect(quick.every((id) => done.has(id))).toBe(true);
      expect(tarpits.some((id) => done.has(id))).toBe(false);
    }, patience);
    release.resolve();
    expect(await running).toMatchObject({ checked: 1300 });
    expect(test.ctx.gateways.prober.probedFirst).toEqual([]);
  });

  it('takes nothing twice in one lease, however many workers run at once', async () => {
    const ids = await dueEndpoints(hostsNamed('shared', 700));
    await Promise.all([check(), check(), check()]);
    const hosts = test.ctx.gateways.prober.probed.map(({ host }) => host);
    expect(new Set(hosts).size).toBe(700);
    expect(hosts).toHaveLength(700);
    // A claim that comes too late holds a row for a moment; a result that meets it is dropped, and its lease runs out.
    test.ctx.clock.advance(CHECK_LEASE_MS);
    await check();
    const rows = await test.ctx.db.select().from(checkSchedule).where(inArray(checkSchedule.certificateId, ids));
    expect(rows.filter(({ lastCheckedAt }) => lastCheckedAt === null)).toEqual([]);
    expect(rows).toHaveLength(700);
  });

  it('does not trip over an endpoint that is deleted while it is probed', async () => {
    const gone = await dueEndpoint('gone.example');
    const kept = await dueEndpoint('kept.example');
    test.ctx.gateways.prober.answer('kept.example:443', servedObservation('kept.example'));
    test.ctx.gateways.prober.answer('gone.example:443', async () => {
      await test.ctx.db.delete(certificates).where(eq(certificates.id, gone));
      return servedObservation('gone.example');
    });
    expect(await check()).toEqual({ checked: 1, unreachable: 0 });
    expect(await actionsOf(gone)).toEqual([]);
    expect(await actionsOf(kept)).toEqual(['added']);
  });

  it('waits for no deletion under way: what that holds is left to it, the rest is stored', async () => {
    const [going, staying] = [await dueEndpoint('going.example'), await dueEndpoint('staying.example')];
    test.ctx.gateways.prober.answer('going.example:443', servedObservation('going.example'));
    test.ctx.gateways.prober.answer('staying.example:443', servedObservation('staying.example'));
    await check();
    test.ctx.clock.advance(INTERVAL_MS);
    const now = test.ctx.clock.now();
    await test.ctx.db.transaction(async (deletion) => {
      test.ctx.gateways.prober.answer('going.example:443', async () => {
        await deletion.delete(certificates).where(eq(certificates.id, going));
        return servedObservation('going.example', certificateFacts('successor'));
      });
      expect(await check()).toEqual({ checked: 1, unreachable: 0 });
    });
    expect(await stored(staying)).toMatchObject({ lastCheckedAt: now });
    await expect(stored(going)).rejects.toThrow('gone');
  });

  it('lets a newer check stand that was stored while it probed', async () => {
    const id = await dueEndpoint('raced.example');
    test.ctx.gateways.prober.answer('raced.example:443', async () => {
      await test.ctx.db
        .update(checkSchedule)
        .set({ lastCheckedAt: test.ctx.clock.now(), fails: 3 })
        .where(eq(checkSchedule.certificateId, id));
      return servedObservation('raced.example');
    });
    expect(await check()).toEqual({ checked: 0, unreachable: 0 });
    expect(await stored(id)).toMatchObject({ fails: 3, fingerprint256: null });
  });

  it('loses nothing when a worker dies between claim and write: the endpoint is due again after the lease', async () => {
    await dueEndpoint('orphan.example');
    const now = test.ctx.clock.now();
    expect(await claimDue(test.ctx.db, { shard: 0, now, limit: 10 })).toHaveLength(1);
    test.ctx.clock.advance(CHECK_LEASE_MS - 1);
    expect(await check()).toEqual({ checked: 0, unreachable: 0 });
    test.ctx.clock.advance(1);
    expect(await check()).toEqual({ checked: 1, unreachable: 1 });
  });

  it('keeps results while the database is away, and stores them once', async () => {
    const ids = await dueEndpoints(['first.example', 'second.example']);
    const name = new URL(test.databaseUrl).pathname.slice(1);
    const admin = openDatabase(test.databaseUrl.replace(/[^/]+$/, 'postgres'), { max: 1 });
    test.ctx.gateways.prober.answer('first.example:443', servedObservation('first.example'));
    const rename = (from: string, to: string) => admin.$client.unsafe(`alter database "${from}" rename to "${to}"`);
    const away = Promise.withResolvers<void>();
    test.ctx.gateways.prober.answer('second.example:443', async () => {
      // The worker may connect again in between.
      for (let isAway = false; !isAway; ) {
        await admin.$client`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
        isAway = await rename(name, `${name}_away`).then(
          () => true,
          () => false,
        );
      }
      away.resolve();
      return servedObservation('second.example');
    });
    const said: unknown[] = [];
    let isBack: Promise<unknown> = Promise.resolve();
    const warn = (what: unknown): void => {
      if (said.length === 0) isBack = away.promise.then(() => rename(`${name}_away`, name));
      said.push(what);
    };
    expect(await checkDueSlice({ ...test.ctx, log: { ...test.ctx.log, warn } }, { shard: 0 })).toEqual({ checked: 2, unreachable: 0 });
    await isBack;
    await closeDatabase(admin);
    expect(said[0]).toMatchObject({ shard: 0 });
    for (const id of ids) expect(await actionsOf(id)).toEqual(['added']);
  });

  it('leaves an endpoint to its lease whose probe failed on this machine', async () => {
    const id = await dueEndpoint('fault.example');
    test.ctx.gateways.prober.answer('fault.example:443', () => Promise.reject(new Error('out of threads')));
    expect(await check()).toEqual({ checked: 0, unreachable: 0 });
    expect(await stored(id)).toMatchObject({ fails: 0, nextCheckAt: addMs(test.ctx.clock.now(), CHECK_LEASE_MS) });
  });

  it('stores finished checks and releases the rest on abort', async () => {
    const stop = new AbortController();
    const release = Promise.withResolvers<void>();
    const hosts = hostsNamed('stop', 1300);
    await dueEndpoints(hosts);
    for (const host of hosts) {
      test.ctx.gateways.prober.answer(`${host}:443`, async () => {
        await release.promise;
        return servedObservation(host);
      });
    }
    const running = checkDueSlice(test.ctx, { shard: 0 }, { signal: stop.signal });
    await vi.waitFor(() => expect(test.ctx.gateways.prober.probed).toHaveLength(1250), patience);
    stop.abort();
    release.resolve();
    expect(await running).toEqual({ checked: 1250, unreachable: 0 });
    const rows = await test.ctx.db.select().from(checkSchedule).where(eq(checkSchedule.nextCheckAt, test.ctx.clock.now()));
    expect(rows).toHaveLength(hosts.length - 1250);
  });
});

it('spreads 10,000 endpoints within 10 % over the interval, each checked once in it', async () => {
  // Random ends go past 10 % once in a hundred times; these are as random, and the same in every run.
  const start = new Date('2027-01-01T00:00:00Z');
  test.ctx.clock.set(start);
  const randomEnd = (index: number) => createHash('sha256').update(String(index)).digest('hex').slice(0, 12);
  const ids = Array.from({ length: 10_000 }, (_, index) => brandId<'certificate'>(`01989f0a-7c1e-7b42-9f60-${randomEnd(index)}`));
  for (let from = 0; from < ids.length; from += 1000) {
    const part = ids.slice(from, from + 1000);
    await test.ctx.db.insert(certificates).values(
      part.map((id, index) => ({
        id,
        orgId,
        host: `h${from + index}.example`,
        port: 443,
        domain: `h${from + index}.example`,
        createdAt: start,
      })),
    );
    await test.ctx.db
      .insert(checkSchedule)
      .values(part.map((id) => ({ certificateId: id, shard: shardOf(id), nextCheckAt: nextCheckAt(id, start, 0, test.ctx.config) })));
  }
  // Every probe is answered the same way, so that a failing one's earlier retries do not mix in.
  const served = servedObservation('any.example');
  const ctx = { ...test.ctx, gateways: { ...test.ctx.gateways, prober: { probe: async () => served } } };
  const steps = 10;
  const checked: number[] = [];
  for (let step = 1; step <= steps; step += 1) {
    test.ctx.clock.set(addMs(start, (step * INTERVAL_MS) / steps));
    const results = await Promise.all(Array.from({ length: SHARDS }, (_, shard) => checkDueSlice(ctx, { shard })));
    checked.push(results.reduce((sum, result) => sum + result.checked, 0));
  }
  expect(checked.reduce((sum, count) => sum + count, 0)).toBe(10_000);
  for (const count of checked) expect(Math.abs(count - 1000)).toBeLessThanOrEqual(100);
});
