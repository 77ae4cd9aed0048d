import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createAuthority, type Issued, issueCertificate } from '../testing/index.ts';
import { sampleChains } from '../testing/sample-chains.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';
import { clientFactsOfChain } from './client-facts.ts';
import { type AnchorSet, createTrustStore, extendTrustStore, readAnchorSet } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const inDays = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
const setOf = (...pems: string[]): AnchorSet => readAnchorSet({ digest: pems.join(), pem: pems.join('') });

/** Its root counts as one that browsers ship. */
const shipped = createAuthority({ name: 'Shipped' });
const corp = createAuthority({ name: 'Corp' });
const judge = createChainJudge({ ...createTrustStore({ anchorsPem: shipped.root.pem }), isPublic: () => true });

const verdict = (chainPem: string, sets: readonly AnchorSet[] = [], at = now) => {
  const chain = judge.readChain(pemBlocks(chainPem));
  if (chain === undefined) throw new Error('The test provides no certificate.');
  return judge.verifyChain({
    chain,
    host: 'a.test',
    now: at,
    anchors: sets.length === 0 ? undefined : extendTrustStore(judge.store, sets),
  });
};
const longLeaf = { notBefore: inDays(-10), notAfter: inDays(3_000) };

describe('a chain of a private authority', () => {
  const { chainPem } = corp.issue('a.test', longLeaf);

  it('is trusted with its root as an anchor, without the rules of public CAs', () => {
    const judged = verdict(chainPem, [setOf(corp.root.pem)]);
    expect(judged).toMatchObject({ reasons: [], warnings: [], trustPaths: [] });
    expect(judged.root?.raw).toEqual(pemBlocks(corp.root.pem)[0]);
    expect(clientFactsOfChain(judged)).toEqual({ paths: [], scts: [], clientAuth: false });
    // The same certificate below a root that browsers ship.
    expect(verdict(shipped.issue('a.test', longLeaf).chainPem).warnings).toEqual(['lifetime_too_long', 'missing_sct']);
  });

  it('is judged by each set for itself, in any order and repeatedly', () => {
    const [own, other] = [[setOf(corp.root.pem)], [setOf(createAuthority({ name: 'Other' }).root.pem)]];
    for (const sets of [[], own, other, own, [], other]) {
      expect(verdict(chainPem, sets).reasons).toEqual(sets === own ? [] : ['untrusted_root']);
    }
  });

  it('is trusted if one of several sets has its root', () => {
    expect(verdict(chainPem, [setOf(createAuthority({ name: 'Other' }).root.pem), setOf(corp.root.pem)]).reasons).toEqual([]);
  });

  it('is trusted below an intermediate as an anchor, even if the root is unknown', () => {
    const judged = verdict(chainPem, [setOf(corp.intermediate.pem)]);
    expect(judged.reasons).toEqual([]);
    expect(judged.root?.raw).toEqual(pemBlocks(corp.intermediate.pem)[0]);
  });

  it('keeps its other faults', () => {
    const expired = corp.issue('a.test', { notBefore: inDays(-90), notAfter: inDays(-1) });
    expect(verdict(expired.chainPem, [setOf(corp.root.pem)]).reasons).toEqual(['expired']);
    expect(verdict(corp.issue('b.test').chainPem, [setOf(corp.root.pem)]).reasons).toEqual(['hostname_mismatch']);
  });

  it('is not trusted below an expired root', () => {
    const rootKey = corp.root.key;
    const dates = { notBefore: inDays(-900), notAfter: inDays(-2), isCa: true };
    const root = issueCertificate({ subject: corp.root.subject, key: rootKey, ...dates });
    expect(verdict(chainPem, [setOf(root.pem)]).reasons).toEqual(['expired']);
    expect(verdict(chainPem, [setOf(root.pem)], inDays(-3)).reasons).toEqual([]);
  });
});

describe('a chain of a public authority', () => {
  const { chainPem } = shipped.issue('a.test', longLeaf);

  it('stays under the rules of public CAs if a set repeats its root or its intermediate', () => {
    for (const sets of [[setOf(shipped.root.pem)], [setOf(shipped.intermediate.pem)], [setOf(shipped.intermediate.pem, corp.root.pem)]]) {
      const judged = verdict(chainPem, sets);
      expect(judged.warnings).toEqual(['lifetime_too_long', 'missing_sct']);
      expect(judged.trustPaths).toHaveLength(1);
    }
  });

  it('stays there with a fault that the set does not repair', () => {
    const misnamed = shipped.issue('b.test', longLeaf);
    const judged = verdict(misnamed.chainPem, [setOf(shipped.intermediate.pem)]);
    expect(judged).toMatchObject({ reasons: ['hostname_mismatch'], warnings: ['lifetime_too_long', 'missing_sct'] });
    expect(judged.root?.raw).toEqual(pemBlocks(shipped.root.pem)[0]);
  });
});

it('leaves out anchors that cannot be read', () => {
  const broken = '-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n';
  expect(verdict(corp.issue('a.test').chainPem, [setOf(broken, corp.root.pem)]).reasons).toEqual([]);
});

it('counts a public root that the bundle of the operator repeats as public', () => {
  const [pem = ''] = rootCertificates;
  const store = createTrustStore({ extraCaPem: pem });
  const root = store.find(new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0)));
  expect(root !== undefined && store.isPublic(root)).toBe(true);
});

it('never makes a verdict worse, whatever the anchors are', () => {
  const samples = sampleChains(120);
  const others: Issued[] = [corp.root, corp.intermediate, shipped.root];
  for (const { name, leafPem, otherPems, anchorsPem, host, at } of samples) {
    const own = createChainJudge(createTrustStore({ anchorsPem }));
    const chain = own.readChain(pemBlocks(leafPem + otherPems.join('')));
    if (chain === undefined) throw new Error('The sample contains no certificate.');
    const plain = own.verifyChain({ chain, host, now: at });
    // Also the certificates that it was sent with, which may be wrong in the same way.
    const set = setOf(...otherPems, ...others.map(({ pem }) => pem));
    const judged = own.verifyChain({ chain, host, now: at, anchors: extendTrustStore(own.store, [set]) });
    expect(judged.reasons.length, name).toBeLessThanOrEqual(plain.reasons.length);
    if (plain.root !== null) expect(judged.root, name).not.toBeNull();
    if (plain.reasons.length === 0) expect(judged.reasons, name).toEqual([]);
  }
});
