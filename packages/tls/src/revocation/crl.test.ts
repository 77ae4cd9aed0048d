import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../judge/trust-store.ts';
import { createChainJudge } from '../judge/verify-chain.ts';
import { cpuMs } from '../testing/cpu-ms.ts';
import { der, explicit, implicit } from '../testing/der.ts';
import { crlDistributionPoints, generalName } from '../testing/extensions.ts';
import { createAuthority, type Issued, issueCertificate, keyPair } from '../testing/index.ts';
import { extension } from '../testing/issue.ts';
import { type CrlRequest, issueCrl } from '../testing/revocation.ts';
import { Certificate } from '../x509/certificate.ts';
import { DerError } from '../x509/der.ts';
import { pemBlocks } from '../x509/pem.ts';
import { readCrl } from './crl.ts';
import { judgeByCrl, judgeByCrls } from './judge-crl.ts';
import { checkAgainstCrls, withRevocation } from './with-revocation.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const inDays = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
const authority = createAuthority();
const stranger = createAuthority({ name: 'Stranger' });
const certificateOf = ({ pem }: Issued): Certificate => new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0));

const url = 'http://crl.test/1.crl';
const leaf = certificateOf(authority.issue('a.test', { extensions: [crlDistributionPoints(url)] }));
const issuer = certificateOf(authority.intermediate);
const others = Array.from({ length: 500 }, (_, n) => Buffer.from([0x11, n >> 8, n & 255]));
const both = [...others, leaf.serial];

const issuingPoint = (...parts: readonly Buffer[]): Buffer => extension('2.5.29.28', der(0x30, ...parts), true);
const pointOf = (uri: string): Buffer => issuingPoint(explicit(0, explicit(0, generalName({ uri }))));
const yes = Buffer.from([0xff]);

const statusOf = (request: CrlRequest, by = authority.intermediate, inNameOf = by): string =>
  judgeByCrl(leaf, issuer, readCrl(issueCrl(by, request, inNameOf)), now).status;

describe('a CRL', () => {
  it.each<[string, string, string]>([
    ['without entries', statusOf({}), 'good'],
    ['with others', statusOf({ revoked: others }), 'good'],
    ['that lists the certificate', statusOf({ revoked: both }), 'revoked'],
    ['that has expired', statusOf({ revoked: others, thisUpdate: inDays(-9), nextUpdate: inDays(-1) }), 'stale'],
    ['that has expired and lists the certificate', statusOf({ revoked: both, thisUpdate: inDays(-9), nextUpdate: inDays(-1) }), 'revoked'],
    ['without nextUpdate, of today', statusOf({ nextUpdate: null }), 'good'],
    ['without nextUpdate, of last month', statusOf({ thisUpdate: inDays(-30), nextUpdate: null }), 'stale'],
    ['of tomorrow', statusOf({ thisUpdate: inDays(1) }), 'unknown'],
    ['of another issuer', statusOf({}, stranger.intermediate), 'unknown'],
    ["in the issuer's name with another key", statusOf({}, stranger.intermediate, authority.intermediate), 'unknown'],
    ['of changes only (delta CRL)', statusOf({ extensions: [extension('2.5.29.27', Buffer.from([2, 1, 1]), true)] }), 'unknown'],
    ['with an unknown critical extension', statusOf({ extensions: [extension('1.2.3.4', yes, true)] }), 'unknown'],
    ['for CAs only', statusOf({ extensions: [issuingPoint(implicit(2, yes))] }), 'unknown'],
    ['for end entities only', statusOf({ extensions: [issuingPoint(implicit(1, yes))] }), 'good'],
    ['for some reasons only', statusOf({ extensions: [issuingPoint(implicit(3, Buffer.from([6, 0x40])))] }), 'unknown'],
    ['of several issuers (indirect CRL)', statusOf({ extensions: [issuingPoint(implicit(4, yes))] }), 'unknown'],
    ["that is the certificate's partition", statusOf({ extensions: [pointOf(url)] }), 'good'],
    ['that is another partition', statusOf({ extensions: [pointOf('http://crl.test/2.crl')] }), 'unknown'],
    ['that removes the certificate again', statusOf({ revoked: both, reason: 8 }), 'good'],
  ])('%s: %s', (_, status, expected) => {
    expect(status).toBe(expected);
  });

  it('reports when and why', () => {
    const crl = readCrl(issueCrl(authority.intermediate, { revoked: both, thisUpdate: new Date('2026-01-02T03:04:05Z'), reason: 4 }));
    expect(judgeByCrl(leaf, issuer, crl, now)).toEqual({
      status: 'revoked',
      detail: 'Revoked on 2026-01-02: superseded.',
      revokedAt: new Date('2026-01-02T03:04:05Z'),
      reason: 'superseded',
      lapsesAt: Number.POSITIVE_INFINITY,
    });
  });

  it('by a CA that may sign only certificates is rejected', () => {
    const limited = issueCertificate({ subject: { CN: 'Limited' }, isCa: true, keyUsage: [2, 0x04], key: keyPair('P-256', 'limited') });
    const below = certificateOf(issueCertificate({ subject: { CN: 'a.test' } }, limited));
    expect(judgeByCrl(below, certificateOf(limited), readCrl(issueCrl(limited)), now).status).toBe('unknown');
  });

  it('finds one of 200,000 entries quickly', () => {
    const revoked = Array.from({ length: 200_000 }, (_, n) => Buffer.from([0x22, n >> 16, (n >> 8) & 255, n & 255]));
    const crl = readCrl(issueCrl(authority.intermediate, { revoked: [...revoked, leaf.serial] }));
    const startedAt = cpuMs();
    expect(judgeByCrl(leaf, issuer, crl, now).status).toBe('revoked');
    expect(cpuMs() - startedAt).toBeLessThan(3_000);
  });

  it('finds the same entry every time', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 20 }), { minLength: 80, maxLength: 120, selector: String }),
        (serials) => {
          const listed = serials.filter((_, index) => index % 2 === 0);
          const crl = readCrl(issueCrl(authority.intermediate, { revoked: listed }));
          const wasListed = serials.map((serial) => crl.find(Buffer.from(serial)) !== undefined);
          expect(wasListed).toEqual(serials.map((_, index) => index % 2 === 0));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('that is unreadable throws only DerError', () => {
    const whole = issueCrl(authority.intermediate, { revoked: both });
    for (const broken of [Buffer.alloc(0), whole.subarray(0, -1), Buffer.concat([whole, yes]), Buffer.from('<html>')]) {
      expect(() => readCrl(broken)).toThrow(DerError);
    }
  });
});

describe('several CRLs', () => {
  const fresh = readCrl(issueCrl(authority.intermediate));
  const old = readCrl(issueCrl(authority.intermediate, { thisUpdate: inDays(-9), nextUpdate: inDays(-1) }));
  const revoking = readCrl(issueCrl(authority.intermediate, { revoked: both }));
  it.each([
    ['none', [], 'unknown'],
    ['a stale one and a fresh one', [old, fresh], 'good'],
    ['one that revokes', [fresh, revoking, old], 'revoked'],
  ] as const)('%s', (_, crls, status) => {
    expect(judgeByCrls(leaf, issuer, crls, now).status).toBe(status);
  });
});

describe('a verdict', () => {
  const judge = createChainJudge(createTrustStore({ anchorsPem: authority.root.pem }));
  const chain = judge.readChain([leaf.raw, issuer.raw]);
  const verdictWith = (...crls: readonly Buffer[]) => {
    if (chain === undefined) throw new Error('no chain');
    const verdict = judge.verifyChain({ chain, host: 'a.test', now });
    const { reasons, warnings } = withRevocation(verdict, checkAgainstCrls(verdict, crls.map(readCrl), now));
    return [reasons, warnings];
  };
  it.each([
    ['with no CRL', verdictWith(), [[], ['revocation_unknown']]],
    ['with a good CRL', verdictWith(issueCrl(authority.intermediate)), [[], []]],
    ['with one that revokes the leaf', verdictWith(issueCrl(authority.intermediate, { revoked: both })), [['revoked'], []]],
    [
      'with one that revokes the intermediate',
      verdictWith(issueCrl(authority.intermediate), issueCrl(authority.root, { revoked: [issuer.serial] })),
      [['revoked'], []],
    ],
    [
      'with an old one',
      verdictWith(issueCrl(authority.intermediate, { thisUpdate: inDays(-9), nextUpdate: inDays(-1) })),
      [[], ['stale_crl']],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});
