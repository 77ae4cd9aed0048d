import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { type ProbeTarget, parseTarget } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpointProbe } from './probe.ts';
import { type DnsServer, startDnsServer, startTlsFarm, type TlsFarm } from './testing/index.ts';
import { patient } from './testing/patient.ts';

// Everything in 127.0.0.0/8 is this machine: what is dialed outside of the list arrives here.
let farm: TlsFarm;
let dns: DnsServer;
let outside: Server;
let arrivals = 0;

beforeAll(async () => {
  farm = await startTlsFarm();
  outside = createServer((socket) => {
    arrivals += 1;
    socket.on('error', () => undefined).destroy();
  }).listen({ host: '0.0.0.0', port: 0 });
  await once(outside, 'listening');
  dns = await startDnsServer({
    'inside.test': ['127.0.0.1'],
    'outside.test': ['127.0.0.2'],
    'both.test': ['127.0.0.1', '127.0.0.2'],
    'rebinds.test': (query) => (query === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
    'metadata.test': ['169.254.169.254'],
    'mapped.test': ['::ffff:127.0.0.1'],
  });
});
afterAll(async () => {
  await Promise.all([farm.close(), dns.close(), new Promise((resolve) => outside.close(resolve))]);
});

const portOf = (server: Server): number => {
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
};

const probeOf = (ports: readonly (readonly [number, number])[], networks = ['127.0.0.1/32']) =>
  createEndpointProbe({
    ...patient,
    dnsServers: [dns.address],
    targetAllow: ['127.0.0.0/8'],
    allowOnly: { networks, ports },
    crlCheck: false,
    extraCaPem: farm.ca,
  });

/** The outcomes of all three ways to probe. */
const reasonsOf = async (target: ProbeTarget, ports: readonly (readonly [number, number])[], networks?: string[]) => {
  const { probe, probeAllAddresses, probeWithAddresses } = probeOf(ports, networks);
  const seen = [await probe(target), (await probeWithAddresses(target, { known: null, first: true })).observation];
  return [...seen, ...(await probeAllAddresses(target))].map((one) => (one.kind === 'served' ? 'served' : one.reason));
};

describe('a probe with an allow list only', () => {
  it('probes an endpoint inside the list', async () => {
    expect(await reasonsOf(parseTarget(`inside.test:${farm.port}`), [[farm.port, farm.port]])).toEqual(['served', 'served', 'served']);
  });

  it.each([
    ['another address', '127.0.0.2'],
    ['cloud metadata', '169.254.169.254'],
    ['public space', '192.88.99.1'],
    ['an IPv4 address in IPv6 form', '[::ffff:127.0.0.1]'],
    ['the unspecified address', '0.0.0.0'],
    ['a name outside', 'outside.test'],
    ['a name with an address outside', 'both.test'],
    ['a name of cloud metadata', 'metadata.test'],
    ['a name of a mapped address', 'mapped.test'],
  ])('dials nothing for %s: %s', async (_, host) => {
    const port = portOf(outside);
    const before = arrivals;
    expect(await reasonsOf(parseTarget(`${host}:${port}`), [[port, port]])).toEqual(['not_allowed', 'not_allowed', 'not_allowed']);
    expect(arrivals).toBe(before);
  });

  it('dials nothing at a port outside, and asks no DNS server', async () => {
    const port = portOf(outside);
    const before = arrivals;
    const asked = dns.queriesOf('inside.test');
    const reasons = await reasonsOf(parseTarget(`inside.test:${port}`), [
      [port + 1, 65_535],
      [1, port - 1],
    ]);
    expect(reasons).toEqual(['not_allowed', 'not_allowed', 'not_allowed']);
    expect([arrivals, dns.queriesOf('inside.test')]).toEqual([before, asked]);
  });

  it('judges the address that a target overrides its name with', async () => {
    const port = portOf(outside);
    const before = arrivals;
    expect(new Set(await reasonsOf(parseTarget(`inside.test:${port}?address=127.0.0.2`), [[1, 65_535]]))).toEqual(new Set(['not_allowed']));
    expect(arrivals).toBe(before);
  });

  it('never dials the second answer of a name that rebinds', async () => {
    const port = portOf(outside);
    const { probe } = probeOf([[1, 65_535]]);
    const before = arrivals;
    const first = await probe(parseTarget(`rebinds.test:${farm.port}`));
    expect(first).toMatchObject({ kind: 'served', address: '127.0.0.1' });
    expect(await probe(parseTarget(`rebinds.test:${port}`))).toMatchObject({ kind: 'unreachable', reason: 'not_allowed' });
    expect(arrivals).toBe(before);
  });

  it('allows no exception for an endpoint that is marked as ours', async () => {
    const port = portOf(outside);
    const before = arrivals;
    const target = { host: '127.0.0.2', port, isOurs: true };
    expect(new Set(await reasonsOf(target, [[1, 65_535]]))).toEqual(new Set(['not_allowed']));
    expect(arrivals).toBe(before);
  });

  it('refuses everything if the list is empty', async () => {
    expect(new Set(await reasonsOf(parseTarget(`127.0.0.1:${farm.port}`), [[1, 65_535]], []))).toEqual(new Set(['not_allowed']));
    expect(new Set(await reasonsOf(parseTarget(`127.0.0.1:${farm.port}`), []))).toEqual(new Set(['not_allowed']));
  });
});
