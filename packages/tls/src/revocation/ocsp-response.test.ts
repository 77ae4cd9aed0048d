import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../judge/trust-store.ts';
import { createChainJudge } from '../judge/verify-chain.ts';
import { mustStaple } from '../testing/extensions.ts';
import { createAuthority, type Issued, issueCertificate, keyPair } from '../testing/index.ts';
import { issueOcspResponse, type OcspRequest } from '../testing/revocation.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';
import { readOcspResponse } from './ocsp-response.ts';
import { createRevocationJudge } from './revocation-judge.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const inDays = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
const authority = createAuthority();
const stranger = createAuthority({ name: 'Stranger' });
const certificateOf = ({ pem }: Issued): Certificate => new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0));
const leaf = certificateOf(authority.issue('a.test', { extensions: [mustStaple()] }));
const issuer = certificateOf(authority.intermediate);

const responder = (purpose: readonly string[], by = authority.intermediate, request = {}): OcspRequest => {
  const issued = issueCertificate({ subject: { CN: 'Responder' }, purpose, key: keyPair('P-256', 'responder'), ...request }, by);
  return { responder: issued, responderCertificate: certificateOf(issued).raw };
};
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

const read = (request: OcspRequest = {}, by = authority.intermediate, serial = leaf.serial) =>
  readOcspResponse(issueOcspResponse(by, serial, request), leaf, issuer, now);

describe('an OCSP response', () => {
  it.each<[string, ReturnType<typeof read>, string]>([
    ['that says good', read(), 'good'],
    ['that says revoked', read({ status: 'revoked' }), 'revoked'],
    ['that says unknown', read({ status: 'unknown' }), 'unknown'],
    ['that has expired', read({ thisUpdate: inDays(-9), nextUpdate: inDays(-1) }), 'stale'],
    ['that has expired and says revoked', read({ status: 'revoked', thisUpdate: inDays(-9), nextUpdate: inDays(-1) }), 'revoked'],
    ['without nextUpdate, of last month', read({ thisUpdate: inDays(-30), nextUpdate: null }), 'stale'],
    ['of tomorrow', read({ thisUpdate: inDays(1) }), 'unknown'],
    ['about another certificate', read({}, authority.intermediate, Buffer.from([0x11])), 'unknown'],
    ['by another authority', read({}, stranger.intermediate), 'unknown'],
    ['by a responder that the issuer delegated', read(responder([OCSP_SIGNING])), 'good'],
    ['by a responder without that purpose', read(responder(['1.3.6.1.5.5.7.3.1'])), 'unknown'],
    ['by a responder of another authority', read(responder([OCSP_SIGNING], stranger.intermediate)), 'unknown'],
    [
      'by an expired responder',
      read(responder([OCSP_SIGNING], authority.intermediate, { notAfter: inDays(-1), notBefore: inDays(-2) })),
      'unknown',
    ],
  ])('%s: %s', (_, { status }, expected) => {
    expect(status).toBe(expected);
  });

  it.each([
    ['30030a0106', 'The OCSP responder answered: unauthorized.'],
    ['', 'The OCSP response is unreadable: An element is truncated.'],
    ['30', 'The OCSP response is unreadable: An element is truncated.'],
  ])('%s: %s', (hex, detail) => {
    expect(readOcspResponse(Buffer.from(hex, 'hex'), leaf, issuer, now)).toMatchObject({ status: 'unknown', detail });
  });

  it('with any byte changed is never good', () => {
    const good = issueOcspResponse(authority.intermediate, leaf.serial);
    for (let at = 0; at < good.length; at += 1) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      const { status } = readOcspResponse(changed, leaf, issuer, now);
      expect([at, status === 'unknown']).toEqual([at, true]);
    }
  });
});

describe('the revocation status of a leaf', () => {
  const judge = createChainJudge(createTrustStore({ anchorsPem: authority.root.pem }));
  const chain = judge.readChain([leaf.raw, issuer.raw]);
  const judged = async (staple: Buffer | null) => {
    if (chain === undefined) throw new Error('no chain');
    const verdict = judge.verifyChain({ chain, host: 'a.test', now });
    const { fact, warnings } = await createRevocationJudge().ask({ verdict, staple, now, waitMs: 0, crls: null });
    return [fact.status, fact.source, warnings];
  };
  it.each([
    ['a good staple', judged(issueOcspResponse(authority.intermediate, leaf.serial)), ['good', 'ocsp', []]],
    ['a revoking one', judged(issueOcspResponse(authority.intermediate, leaf.serial, { status: 'revoked' })), ['revoked', 'ocsp', []]],
    [
      'an old one',
      judged(issueOcspResponse(authority.intermediate, leaf.serial, { thisUpdate: inDays(-9), nextUpdate: inDays(-1) })),
      ['unknown', 'ocsp', ['stale_staple']],
    ],
    ['a broken one', judged(Buffer.from([0x30])), ['unknown', 'ocsp', ['invalid_staple']]],
    ['none although it requires one', judged(null), ['not_checked', null, ['must_staple']]],
  ])('with %s', async (_, found, expected) => {
    expect(await found).toEqual(expected);
  });
});
