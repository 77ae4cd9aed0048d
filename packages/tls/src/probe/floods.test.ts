import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectProbe, type Probe } from '../probe.ts';
import { cpuMs } from '../testing/cpu-ms.ts';
import {
  createAuthority,
  type Misbehavior,
  type MisconfiguredServer,
  type PlainTestServer,
  startMisconfiguredServer,
  startTlsServer,
} from '../testing/index.ts';
import { patient } from '../testing/patient.ts';
import { sharedBytes } from './protocol/memory-budget.ts';

const authority = createAuthority();
const host = 'flood.farm.test';
const MAX_CPU_MS = 2_000;
const servers: (MisconfiguredServer | PlainTestServer)[] = [];
let probe: Probe;

beforeAll(() => {
  probe = createDirectProbe({
    dnsServers: ['127.0.0.1:1'],
    targetAllow: ['127.0.0.0/8'],
    extraCaPem: authority.root.pem,
    ...patient,
  });
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

describe('a server that sends endlessly', () => {
  it.each<[Misbehavior, string, string]>([
    ['empty-records', 'not_tls', 'does not follow the TLS protocol.'],
    ['warnings', 'not_tls', 'sent more than a TLS handshake can hold.'],
    ['tiny-records', 'not_tls', 'sent more than a TLS handshake can hold.'],
    ['endless-message', 'not_tls', 'sent more than a TLS handshake can hold.'],
    ['endless-certificate', 'not_tls', 'does not follow the TLS protocol.'],
  ])('%s is closed at once, and its memory is released', async (misbehavior, reason, detail) => {
    const server = await startMisconfiguredServer(misbehavior);
    servers.push(server);
    const startedAt = cpuMs();
    const seen = await probe({ host, port: server.port, address: '127.0.0.1' });
    expect(seen).toMatchObject({ kind: 'unreachable', reason });
    expect(seen.kind === 'unreachable' && seen.detail).toContain(detail);
    expect(cpuMs() - startedAt).toBeLessThan(MAX_CPU_MS);
    expect(sharedBytes()).toBe(0);
  });

  it('is closed when 50 of them share the memory', async () => {
    const server = await startMisconfiguredServer('endless-certificate');
    servers.push(server);
    const target = { host, port: server.port, address: '127.0.0.1' };
    const seen = await Promise.all(Array.from({ length: 50 }, () => probe(target)));
    expect(new Set(seen.map((each) => each.kind))).toEqual(new Set(['unreachable']));
    expect(sharedBytes()).toBe(0);
  });
});

describe('a valid server that sends a lot is observed', () => {
  const look = async (certificate: Parameters<typeof startTlsServer>[0]) => {
    const server = await startTlsServer(certificate);
    servers.push(server);
    const startedAt = cpuMs();
    const seen = await probe({ host, port: server.port, address: '127.0.0.1' });
    expect(cpuMs() - startedAt).toBeLessThan(MAX_CPU_MS);
    if (seen.kind !== 'served') throw new Error(seen.detail);
    return seen;
  };

  it('with a chain of a megabyte', async () => {
    const issued = authority.issue(host);
    const extra = Array.from({ length: 2_000 }, () => authority.intermediate.pem).join('');
    const seen = await look({ ...issued, chainPem: issued.chainPem + extra });
    expect(seen.reasons).toEqual([]);
    expect(seen.chain).toHaveLength(100);
  });

  it('with a certificate of 65,000 names', async () => {
    const names = [host, ...Array.from({ length: 65_000 }, (_, n) => `n${n}.flood.farm.test`)];
    const seen = await look(authority.issue(names));
    expect(seen.chain[0].san.length).toBe(10_000);
    expect(seen.chain[0].subjectCommonName).toBe(host);
  });
});
