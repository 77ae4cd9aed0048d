import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ClosableProber, createProber } from './prober.ts';
import {
  createAuthority,
  type DnsServer,
  type MisconfiguredServer,
  startDnsServer,
  startMisconfiguredServer,
  startTlsFarm,
  type TlsFarm,
} from './testing/index.ts';
import { patient } from './testing/patient.ts';

const threads: Worker[] = [];
const see = (thread: Worker): void => void threads.push(thread);

let farm: TlsFarm;
let silent: MisconfiguredServer;
let dns: DnsServer;
const probers: ClosableProber[] = [];

const start = (options: Partial<Parameters<typeof createProber>[0]> = {}): ClosableProber => {
  const prober = createProber({ dnsServers: [dns.address], targetAllow: ['127.0.0.0/8'], extraCaPem: farm.ca, ...patient, ...options });
  probers.push(prober);
  return prober;
};
/** Lets the test's `hangUp` end a wait for the silent server, twice: one reset is retried. */
const connectionsReach = (count: number): Promise<void> =>
  vi.waitFor(() => expect(silent.connections()).toBeGreaterThanOrEqual(count), { timeout: 45_000, interval: 10 });

beforeAll(async () => {
  process.on('worker', see);
  farm = await startTlsFarm();
  silent = await startMisconfiguredServer('silent');
  dns = await startDnsServer({ '*.farm.test': ['127.0.0.1'] }, { ttlSeconds: 60 });
});
afterAll(async () => {
  process.off('worker', see);
  await Promise.all(probers.map((prober) => prober.close()));
  await Promise.all([farm.close(), silent.close(), dns.close()]);
});

describe('the prober', () => {
  it('returns the complete observation, dates included, from its own thread', async () => {
    const observation = await start().probe({ host: 'a.farm.test', port: farm.port });
    expect(observation).toMatchObject({ kind: 'served', reasons: [], address: '127.0.0.1' });
    expect(observation.kind === 'served' && observation.chain[0].notAfter).toBeInstanceOf(Date);
  });

  it('checks 200 names with 50 at a time, each once', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `n${n}.farm.test`);
    const prober = start({ maxInFlight: 50 });
    const observations = await Promise.all(names.map((host) => prober.probe({ host, port: farm.port })));
    expect(observations.filter((each) => each.kind === 'served' && each.reasons.length === 0)).toHaveLength(200);
    await expect.poll(() => names.filter((name) => farm.checksOf(name) !== 1)).toEqual([]);
  });

  it('queues probes beyond the limit', async () => {
    const before = silent.connections();
    const prober = start({ maxInFlight: 2, maxSlow: 0 });
    const all = Promise.all(Array.from({ length: 4 }, () => prober.probe({ host: 's.farm.test', port: silent.port })));
    await connectionsReach(before + 2);
    expect(silent.connections()).toBe(before + 2);
    for (const reached of [4, 6, 8]) {
      silent.hangUp();
      await connectionsReach(before + reached);
    }
    silent.hangUp();
    expect((await all).map((each) => each.kind === 'unreachable' && each.reason)).toEqual(['reset', 'reset', 'reset', 'reset']);
    expect(silent.connections()).toBe(before + 8);
  });

  it('does not let unresponsive servers delay others, least of all when known', async () => {
    const prober = start({ maxInFlight: 4, handshakeTimeoutMs: 10_000, totalTimeoutMs: 12_000 });
    // The thread takes a while to start.
    await prober.probe({ host: 'warm.farm.test', port: farm.port });
    const round = async () => {
      let ended = 0;
      const tarpits = Array.from({ length: 8 }, (_, n) =>
        prober.probe({ host: `t${n}.farm.test`, port: silent.port }).finally(() => {
          ended += 1;
        }),
      );
      const all = Promise.allSettled(tarpits);
      const healthy = Array.from({ length: 8 }, (_, n) => prober.probe({ host: `h${n}.farm.test`, port: farm.port }));
      expect((await Promise.all(healthy)).map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'served'));
      expect(ended).toBe(0);
      return { all, tarpits };
    };
    // Twice, four unknown ones occupy the four slots for a second each.
    const { tarpits } = await round();
    const reasons = (await Promise.all(tarpits)).map((each) => each.kind === 'unreachable' && each.reason);
    expect(reasons).toEqual(Array.from({ length: 8 }, () => 'timeout'));
    // If they were unknown, that second would not have passed yet.
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    try {
      const { all } = await round();
      await prober.close();
      await all;
    } finally {
      stopped.mockRestore();
    }
  });

  it('starts at once a probe that a person waits for, with 4,000 scheduled ones queued behind tarpits', async () => {
    const before = silent.connections();
    const prober = start({ maxInFlight: 2, maxSlow: 1 });
    const scheduled = Array.from({ length: 4_002 }, () => prober.probe({ host: 's.farm.test', port: silent.port }));
    const ended = Promise.allSettled(scheduled);
    await connectionsReach(before + 2);
    const asked = await prober.probe({ host: 'asked.farm.test', port: farm.port }, { first: true });
    expect(asked).toMatchObject({ kind: 'served' });
    expect(silent.connections()).toBeLessThanOrEqual(before + 3);
    await prober.close();
    expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('retries running probes once when its thread dies', async () => {
    const before = silent.connections();
    const prober = start();
    const observation = prober.probe({ host: 's.farm.test', port: silent.port });
    await connectionsReach(before + 1);
    await threads.at(-1)?.terminate();
    await connectionsReach(before + 2);
    silent.hangUp();
    await connectionsReach(before + 3);
    silent.hangUp();
    expect(await observation).toMatchObject({ kind: 'unreachable', reason: 'reset' });
    expect(silent.connections()).toBe(before + 3);
    expect(await prober.probe({ host: 'after.farm.test', port: farm.port })).toMatchObject({ kind: 'served' });
  });

  it('gives up on a target after two threads died, and continues with others', async () => {
    const before = silent.connections();
    const prober = start();
    const failed = expect(prober.probe({ host: 's.farm.test', port: silent.port })).rejects.toThrow('The probe thread ended.');
    await connectionsReach(before + 1);
    await threads.at(-1)?.terminate();
    await connectionsReach(before + 2);
    await threads.at(-1)?.terminate();
    await failed;
    expect(await prober.probe({ host: 'after.farm.test', port: farm.port })).toMatchObject({ kind: 'served' });
  });

  it('ends its thread at close and rejects further probes', async () => {
    const before = silent.connections();
    const prober = start();
    const pending = expect(prober.probe({ host: 's.farm.test', port: silent.port })).rejects.toThrow();
    await connectionsReach(before + 1);
    const thread = threads.at(-1);
    const exited = thread === undefined ? Promise.reject(new Error('no thread')) : once(thread, 'exit');
    await prober.close();
    await Promise.all([pending, exited]);
    await expect(prober.probe({ host: 'a.farm.test', port: farm.port })).rejects.toThrow('The prober is closed.');
  });

  it('judges one server by the anchors of each probe, also in a new thread', async () => {
    const corp = createAuthority({ name: 'Corp' });
    const host = 'corp.farm.test';
    farm.swap(host, corp.issue(host, { notAfter: new Date(Date.now() + 3_000 * 86_400_000) }));
    const [own, other] = [corp, createAuthority({ name: 'Other' })].map(({ root }) => ({ digest: root.subject.CN ?? '', pem: root.pem }));
    if (own === undefined || other === undefined) throw new Error('no authority');
    const prober = start();
    const probe = async (...anchors: { digest: string; pem: string }[]) => {
      const seen = await prober.probe({ host, port: farm.port }, { known: null, anchors });
      if (seen.kind !== 'served') throw new Error(seen.detail);
      return { reasons: seen.reasons, warnings: seen.warnings, anchor: seen.anchor, shown: seen.addresses?.seen };
    };
    const untrusted = { reasons: ['untrusted_root'], warnings: [], anchor: null };
    const trusted = { reasons: [], warnings: [], anchor: new X509Certificate(corp.root.pem).fingerprint256 };
    const round = async () => {
      const all = await Promise.all([probe(own), probe(), probe(other), probe(other, own), probe(other)]);
      expect(all).toMatchObject([trusted, untrusted, untrusted, trusted, untrusted]);
      // Every address is judged in the same way.
      expect(all.map(({ shown }) => shown?.map((seen) => seen.kind === 'served' && seen.reasons))).toEqual(
        all.map(({ reasons }) => [reasons]),
      );
    };
    await round();
    await round();
    await threads.at(-1)?.terminate();
    await round();
  });

  it('dials the address of a service of ours whatever the policy says, and no name for one', async () => {
    const prober = start({ targetAllow: [] });
    const ours = { host: '127.0.0.1', port: farm.port, servername: 'a.farm.test', isOurs: true };
    expect(await prober.probe(ours)).toMatchObject({ kind: 'served' });
    expect(await prober.probe({ ...ours, isOurs: undefined })).toMatchObject({ kind: 'unreachable', reason: 'not_allowed' });
    expect(await prober.probe({ ...ours, host: 'a.farm.test' })).toMatchObject({ kind: 'unreachable', reason: 'not_allowed' });
  });

  it('throws at once for an unreadable range of the allow list', () => {
    expect(() => start({ targetAllow: ['10.0.0/8'] })).toThrow(RangeError);
  });
});
