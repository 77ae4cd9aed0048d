import type { GuardedFetch } from '@notafter/net';
import { afterAll, describe, expect, it } from 'vitest';
import { createTrustStore } from '../judge/trust-store.ts';
import { createChainJudge } from '../judge/verify-chain.ts';
import { createDirectProbe } from '../probe.ts';
import { crlDistributionPoints, mustStaple } from '../testing/extensions.ts';
import { createAuthority, type Issued, patient, startTlsServer, type TestServer } from '../testing/index.ts';
import { issueCrl, issueOcspResponse, type OcspRequest } from '../testing/revocation.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createCrlChecker } from './crl-checker.ts';
import { createRevocationJudge } from './revocation-judge.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = new Date();
const later = (ms: number): Date => new Date(now.getTime() + ms);
const authority = createAuthority();
const certificateOf = ({ pem }: Issued): Certificate => new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0));
const issuer = certificateOf(authority.intermediate);
const outdated = { thisUpdate: later(-9 * DAY_MS), nextUpdate: later(-DAY_MS) };

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

describe('a server that staples', () => {
  const probe = createDirectProbe({ dnsServers: [], targetAllow: ['127.0.0.0/8'], extraCaPem: authority.root.pem, ...patient });
  const seen = async (version: 'TLSv1.2' | 'TLSv1.3', request: OcspRequest | null) => {
    const issued = authority.issue(['127.0.0.1'], { extensions: [mustStaple()] });
    const server = await startTlsServer(issued, { minVersion: version, maxVersion: version });
    servers.push(server);
    if (request !== null) server.staple(issueOcspResponse(authority.intermediate, certificateOf(issued).serial, request));
    const observation = await probe({ host: '127.0.0.1', port: server.port });
    if (observation.kind !== 'served') throw new Error(observation.detail);
    const { reasons, warnings, revocation } = observation;
    return { reasons, warnings, status: revocation.status, source: revocation.source };
  };

  it.each<[string, OcspRequest | null, object]>([
    ['that it is good', {}, { reasons: [], warnings: [], status: 'good', source: 'ocsp' }],
    ['that it is revoked', { status: 'revoked' }, { reasons: ['revoked'], warnings: [], status: 'revoked', source: 'ocsp' }],
    ['an old answer', outdated, { reasons: [], warnings: ['stale_staple'], status: 'unknown', source: 'ocsp' }],
    ['that the status is unknown', { status: 'unknown' }, { reasons: [], warnings: ['invalid_staple'], status: 'unknown', source: 'ocsp' }],
    ['nothing although it has to', null, { reasons: [], warnings: ['must_staple'], status: 'not_checked', source: null }],
  ])('%s', async (_, request, expected) => {
    expect(await seen('TLSv1.3', request)).toEqual(expected);
    expect(await seen('TLSv1.2', request)).toEqual(expected);
  });
});

describe('a leaf that is already known', () => {
  const issued = authority.issue('a.test', { extensions: [crlDistributionPoints('http://crl.test/1.crl')] });
  const leaf = certificateOf(issued);
  const judge = createChainJudge(createTrustStore({ anchorsPem: authority.root.pem }));

  /** One judge that sees the same certificate at different times, with the CRL of that time. */
  const startJudge = () => {
    let list = issueCrl(authority.intermediate);
    let fetched = 0;
    const fetch: GuardedFetch = (url) => {
      fetched += 1;
      return Promise.resolve({ status: 200, headers: new Map(), bytes: list, url });
    };
    const crls = createCrlChecker({ fetch });
    const revocation = createRevocationJudge();
    return {
      fetched: () => fetched,
      publish(request: Parameters<typeof issueCrl>[1]) {
        list = issueCrl(authority.intermediate, request);
      },
      async ask(at: Date, staple: Uint8Array | null = null) {
        const chain = judge.readChain([Buffer.from(leaf.raw), issuer.raw]);
        if (chain === undefined) throw new Error('no chain');
        const verdict = judge.verifyChain({ chain, host: 'a.test', now: at });
        const { fact, warnings } = await revocation.ask({ verdict, staple, now: at, waitMs: 1_000, crls });
        return [fact.status, fact.source, ...warnings];
      },
    };
  };
  const staple = (request: OcspRequest = {}): Buffer => issueOcspResponse(authority.intermediate, leaf.serial, request);

  it('is revoked as soon as a newer CRL says so', async () => {
    const one = startJudge();
    expect(await one.ask(now)).toEqual(['good', 'crl']);
    one.publish({ revoked: [leaf.serial] });
    expect(await one.ask(later(HOUR_MS))).toEqual(['good', 'crl']);
    expect(one.fetched()).toBe(1);
    expect(await one.ask(later(7 * HOUR_MS))).toEqual(['revoked', 'crl']);
    expect(one.fetched()).toBe(2);
  });

  it('is good no longer than its CRL', async () => {
    const one = startJudge();
    const end = later(HOUR_MS);
    one.publish({ nextUpdate: end });
    expect(await one.ask(now)).toEqual(['good', 'crl']);
    expect(await one.ask(later(2 * HOUR_MS))).toEqual(['unknown', 'crl', 'stale_crl']);
  });

  it('is good no longer than its staple, and follows a new one at once', async () => {
    const one = startJudge();
    one.publish({ thisUpdate: later(-9 * DAY_MS), nextUpdate: later(-DAY_MS) });
    const first = staple({ nextUpdate: later(DAY_MS) });
    expect(await one.ask(now, first)).toEqual(['good', 'ocsp']);
    expect(await one.ask(later(HOUR_MS), first)).toEqual(['good', 'ocsp']);
    expect(await one.ask(later(2 * DAY_MS), first)).toEqual(['unknown', 'crl', 'stale_staple', 'stale_crl']);
    expect(await one.ask(now, staple({ status: 'revoked' }))).toEqual(['revoked', 'ocsp']);
  });

  it('that a CRL revoked stays revoked, whatever its server staples', async () => {
    const one = startJudge();
    one.publish({ revoked: [leaf.serial] });
    expect(await one.ask(now, staple())).toEqual(['revoked', 'crl']);
  });
});
