import type { ReportedAddress } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpointProbe, type EndpointObservation } from '../probe.ts';
import { type ClosableProber, createProber } from '../prober.ts';
import { type DnsServer, startDnsServer, startTlsFarm, type TlsFarm } from '../testing/index.ts';
import { patient } from '../testing/patient.ts';

let farm: TlsFarm;
let dns: DnsServer;
let prober: ClosableProber;

const options = () => ({ dnsServers: [dns.address], targetAllow: ['127.0.0.0/8'], extraCaPem: farm.ca, ...patient });
const target = () => ({ host: 'a.farm.test', port: farm.port });

beforeAll(async () => {
  farm = await startTlsFarm();
  dns = await startDnsServer({ '*.farm.test': ['127.0.0.1'] }, { ttlSeconds: 60 });
  prober = createProber(options());
});
afterAll(() => Promise.all([prober.close(), farm.close(), dns.close()]));

const der = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');

const reportOf = (seen: EndpointObservation): ReportedAddress & { kind: 'served' } => {
  if (seen.kind !== 'served') throw new Error(seen.detail);
  const [leaf, ...rest] = seen.chain;
  const { address, protocol, cipher, connection, handshakeMs } = seen;
  const { group, groupBits, signatureScheme, ocspStaple, signedTimestamps, isClientCertificateAsked } = connection;
  return {
    ...{ kind: 'served', address, protocol, cipher, group, groupBits, signatureScheme, ocspStaple, signedTimestamps },
    ...{ isClientCertificateAsked, handshakeMs, chain: [der(leaf.pem), ...rest.map(({ pem }) => der(pem))] },
  };
};

describe('a report of a collector', () => {
  it('gets the verdict of a probe of our own, and nobody is dialed', async () => {
    const own = await createEndpointProbe(options()).probe(target());
    // Nobody listens there.
    const elsewhere = { ...target(), port: 1 };
    const judged = await prober.probe(elsewhere, { reported: [reportOf(own)] });
    const { connection: _, ...rest } = own.kind === 'served' ? own : { connection: null };
    expect(judged).toMatchObject({ ...rest, target: elsewhere, reasons: [] });
  });

  it('is judged for the name of its endpoint, whatever the collector thought of it', async () => {
    const report = reportOf(await createEndpointProbe(options()).probe(target()));
    const other = await prober.probe({ host: 'other.example', port: 443 }, { reported: [report] });
    expect(other).toMatchObject({ kind: 'served', reasons: ['hostname_mismatch'] });
    const strangers = createProber({ ...options(), extraCaPem: undefined });
    expect(await strangers.probe(target(), { reported: [report] })).toMatchObject({ reasons: ['untrusted_root'] });
    await strangers.close();
  });

  it('names every address, and the first one decides', async () => {
    const report = reportOf(await createEndpointProbe(options()).probe(target()));
    const down = { kind: 'unreachable', address: '10.0.0.7', reason: 'refused', detail: 'Connection refused by 10.0.0.7:443.' } as const;
    expect(await prober.probe(target(), { reported: [report, down] })).toMatchObject({
      kind: 'served',
      addresses: {
        seen: [
          { kind: 'served', address: '127.0.0.1' },
          { kind: 'unreachable', address: '10.0.0.7', reason: 'refused' },
        ],
      },
    });
    expect(await prober.probe(target(), { reported: [down] })).toMatchObject({ kind: 'unreachable', reason: 'refused' });
    expect(await prober.probe(target(), { reported: [{ ...down, address: null }] })).not.toHaveProperty('addresses');
  });

  it('may be anything: bytes that nobody can read, and texts that would change the screen', async () => {
    const report = reportOf(await createEndpointProbe(options()).probe(target()));
    const nonsense: ReportedAddress = { ...report, chain: [Buffer.from('not a certificate')] };
    const answer = await prober.probe(target(), { reported: [nonsense] });
    expect(answer).toMatchObject(answer.kind === 'served' ? { reasons: ['malformed'] } : { reason: 'not_tls' });
    const hostile = await prober.probe(target(), { reported: [{ ...report, cipher: 'TLS\u0000\u202e', address: 'a\u0007b' }] });
    expect(hostile).toMatchObject({ cipher: 'TLS\ufffd\ufffd', address: 'a\ufffdb' });
  });
});
