import type { DatedLimit } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { createAuthority, type Issued, issueCertificate, keyPair } from '../testing/index.ts';
import { toPem } from '../x509/certificate-facts.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createTrustStore, type TrustStoreOptions } from './trust-store.ts';
import { type ChainVerdict, createChainJudge } from './verify-chain.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const inDays = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
const expired = { notBefore: inDays(-90), notAfter: inDays(-1) };

const verdict = (pems: string, trust: TrustStoreOptions, at = now, host: string | null = 'a.test'): ChainVerdict => {
  const judge = createChainJudge(createTrustStore(trust));
  const chain = judge.readChain(pemBlocks(pems));
  if (chain === undefined) throw new Error('The test provides no certificate.');
  return judge.verifyChain({ chain, host, now: at });
};
const names = ({ path }: ChainVerdict, ...known: readonly (readonly [string, Issued])[]): string[] =>
  path.map((each) => known.find(([, { pem }]) => pemBlocks(pem)[0]?.equals(each.raw))?.[0] ?? 'leaf');

const oldRoot = issueCertificate({ subject: { CN: 'Old Root' }, isCa: true });
const newKey = keyPair('P-256', 'new root');
const newRoot = issueCertificate({ subject: { CN: 'New Root' }, isCa: true, key: newKey });
/** New Root's key, signed by Old Root. */
const crossSigned = issueCertificate({ subject: { CN: 'New Root' }, isCa: true, key: newKey }, oldRoot);
const middle = issueCertificate({ subject: { CN: 'Middle' }, isCa: true }, newRoot);
const leaf = issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'] }, middle);
const known = [
  ['old', oldRoot],
  ['new', newRoot],
  ['cross', crossSigned],
  ['middle', middle],
] as const;
const sent = leaf.pem + middle.pem + crossSigned.pem;

describe('a path over cross-signed certificates', () => {
  it('ends at the nearest anchor', () => {
    expect(names(verdict(sent, { anchorsPem: oldRoot.pem + newRoot.pem }), ...known)).toEqual(['leaf', 'middle', 'new']);
  });

  it('continues to an older root if only that one is trusted', () => {
    const found = verdict(sent, { anchorsPem: oldRoot.pem });
    expect([found.reasons, found.warnings, names(found, ...known)]).toEqual([[], [], ['leaf', 'middle', 'cross', 'old']]);
  });

  it('avoids an expired root', () => {
    const dated = issueCertificate({ subject: { CN: 'New Root' }, isCa: true, key: newKey, ...expired });
    expect(names(verdict(sent, { anchorsPem: dated.pem + oldRoot.pem }), ...known)).toEqual(['leaf', 'middle', 'cross', 'old']);
    expect(verdict(sent, { anchorsPem: dated.pem }).reasons).toEqual(['expired']);
  });

  it('reports the path with the fewest faults', () => {
    const weak = issueCertificate({ subject: { CN: 'New Root' }, isCa: true, key: newKey, ...expired, hash: 'sha1' }, oldRoot);
    const found = verdict(leaf.pem + middle.pem + weak.pem + crossSigned.pem, { anchorsPem: oldRoot.pem });
    expect([found.reasons, names(found, ...known)]).toEqual([[], ['leaf', 'middle', 'cross', 'old']]);
  });

  it('is not led in circles', () => {
    const crossedBack = issueCertificate({ subject: { CN: 'Old Root' }, isCa: true }, { ...newRoot });
    expect(verdict(sent + crossedBack.pem, { anchorsPem: '' }).reasons).toEqual(['untrusted_root']);
  });
});

describe('anchors', () => {
  it('replace all other roots when given', () => {
    expect(verdict(sent, { anchorsPem: createAuthority().root.pem }).reasons).toEqual(['untrusted_root']);
    expect(verdict(leaf.pem, { anchorsPem: middle.pem })).toMatchObject({ reasons: [], path: { length: 2 } });
    expect(createTrustStore({ anchorsPem: middle.pem }).size).toBe(1);
  });

  it('can be the certificate itself', () => {
    expect(verdict(leaf.pem, { anchorsPem: leaf.pem })).toMatchObject({ reasons: [], path: { length: 1 } });
    const self = issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], isCa: true });
    expect(verdict(self.pem, { anchorsPem: self.pem }).reasons).toEqual([]);
    expect(verdict(self.pem, {}).reasons).toEqual(['self_signed']);
  });

  it("are added to Mozilla's when given as extra", () => {
    const store = createTrustStore({ extraCaPem: newRoot.pem });
    expect(store.size).toBeGreaterThan(100);
    expect(store.version).not.toBe(createTrustStore().version);
  });

  it('are refused at once if unreadable', () => {
    expect(() => createTrustStore({ extraCaPem: toPem(Buffer.from('3003020101', 'hex')) })).toThrow(RangeError);
  });
});

describe('a verdict', () => {
  it('applies to the requested instant', () => {
    const trust = { anchorsPem: newRoot.pem };
    const judge = createChainJudge(createTrustStore(trust));
    const chain = judge.readChain(pemBlocks(leaf.pem + middle.pem));
    if (chain === undefined) throw new Error('no chain');
    const at = (date: Date) => judge.verifyChain({ chain, host: 'a.test', now: date }).reasons;
    const end = new Date(Math.floor(leaf.notAfter.getTime() / 1_000) * 1_000);
    const after = (ms: number) => at(new Date(end.getTime() + ms));
    expect([at(now), after(0), after(999), after(1_000), at(now)]).toEqual([[], [], [], ['expired'], []]);
    expect(at(inDays(-1))).toEqual(['not_yet_valid']);
  });

  it('is cached per host, and returned with the requested certificate', () => {
    const judge = createChainJudge(createTrustStore({ anchorsPem: newRoot.pem }));
    const ask = (host: string) => {
      const chain = judge.readChain(pemBlocks(leaf.pem + middle.pem));
      if (chain === undefined) throw new Error('no chain');
      return { chain, verdict: judge.verifyChain({ chain, host, now }) };
    };
    const first = ask('a.test');
    const second = ask('a.test');
    expect(second.verdict).toEqual(first.verdict);
    expect(second.verdict.path[0]).toBe(second.chain[0]);
    expect(ask('b.test').verdict.reasons).toEqual(['hostname_mismatch']);
  });

  it('can ignore the name', () => {
    expect(verdict(sent, { anchorsPem: newRoot.pem }, now, null).reasons).toEqual([]);
  });

  it('reports certificates that are unneeded or out of order', () => {
    const trust = { anchorsPem: oldRoot.pem };
    expect(verdict(sent + newRoot.pem, trust).warnings).toEqual(['extra_certificate']);
    expect(verdict(leaf.pem + crossSigned.pem + middle.pem, trust).warnings).toEqual(['chain_order']);
    expect(verdict(sent + leaf.pem, trust).warnings).toEqual(['extra_certificate']);
    expect(verdict(sent + oldRoot.pem, trust).warnings).toEqual([]);
  });

  /** Under a public root, where limits apply, and under a private one. */
  const lifetimeWarnings = (notBefore: Date, livesMs: number, limits?: readonly DatedLimit[]): string[][] => {
    const notAfter = new Date(notBefore.getTime() + livesMs);
    const pem = issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], notBefore, notAfter }, middle).pem;
    const store = createTrustStore({ anchorsPem: newRoot.pem });
    return [{ ...store, isPublic: () => true }, store].map((each) => {
      const judge = createChainJudge(each, { lifetimes: limits });
      const chain = judge.readChain(pemBlocks(pem + middle.pem));
      if (chain === undefined) throw new Error('no chain');
      return judge.verifyChain({ chain, host: 'a.test', now: notBefore }).warnings.filter((warning) => warning !== 'missing_sct');
    });
  };

  it.each([
    ['2026-03-14T00:00:00Z', 398],
    ['2026-03-15T00:00:00Z', 200],
    ['2027-03-14T23:59:59Z', 200],
    ['2027-03-15T00:00:00Z', 100],
    ['2029-03-15T00:00:00Z', 47],
    ['2020-08-31T00:00:00Z', 825],
  ])('warns about a certificate issued at %s that lives more than %i days', (from, days) => {
    const issued = (seconds: number) => lifetimeWarnings(new Date(from), days * DAY_MS + seconds * 1_000);
    // Private authorities have no lifetime limits.
    expect([issued(-1), issued(0)]).toEqual([
      [[], []],
      [['lifetime_too_long'], []],
    ]);
  });

  it('takes the limits of another table', () => {
    const limits = [
      { from: '1970-01-01', days: 90 },
      { from: '2026-06-01', days: 10 },
    ];
    const issued = (from: string, seconds: number) => lifetimeWarnings(new Date(from), 10 * DAY_MS + seconds * 1_000, limits)[0];
    expect([issued('2026-05-31T23:59:59Z', 0), issued('2026-06-01T00:00:00Z', -1), issued('2026-06-01T00:00:00Z', 0)]).toEqual([
      [],
      [],
      ['lifetime_too_long'],
    ]);
  });
});
