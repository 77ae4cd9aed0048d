import { type ClientRules, judgeClients, verdictText } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { describe, expect, it } from 'vitest';
import { type Issued, issueCertificate, keyPair } from '../testing/issue.ts';
import { signedTimestamps } from '../testing/signed-timestamps.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';
import { clientFactsOfChain } from './client-facts.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const dates = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2040-01-01T00:00:00Z'), isCa: true };
const rootNamed = (CN: string): Issued => issueCertificate({ subject: { CN }, key: keyPair('P-256', CN), ...dates });
const [oldRoot, newRoot, privateRoot] = [rootNamed('Old Root'), rootNamed('New Root'), rootNamed('Private Root')];
const intermediate = issueCertificate({ subject: { CN: 'R1' }, key: keyPair('P-256', 'R1'), ...dates }, newRoot);
const CROSS_ENDS = new Date('2027-01-10T23:59:59Z');
/** The new root's key under the old root. */
const cross = issueCertificate({ subject: { CN: 'New Root' }, key: newRoot.key, ...dates, notAfter: CROSS_ENDS }, oldRoot);

const source = { url: 'https://example.com/policy', readOn: '2026-11-01' };
const sha256Of = ({ pem }: Issued): string => new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0)).sha256;
const empty: ClientRules = { ...clientTable, roots: [], rootRules: [], stores: [], sctPolicies: [] };
const now = new Date('2026-11-23T12:00:00Z');

const store = createTrustStore({ anchorsPem: oldRoot.pem + newRoot.pem + privateRoot.pem });
const judge = createChainJudge({ ...store, isPublic: ({ sha256 }) => sha256 !== sha256Of(privateRoot) });

const leafDates = { notBefore: new Date('2026-11-01T00:00:00Z'), notAfter: new Date('2027-01-29T23:59:59Z') };
const verdictsOf = (chainPem: string, rules: ClientRules): readonly string[] | null => {
  const chain = judge.readChain(pemBlocks(chainPem));
  if (chain === undefined) throw new Error('The chain is empty.');
  const verdict = judge.verifyChain({ chain, host: 'a.test', now });
  expect(verdict.reasons).toEqual([]);
  const rows = judgeClients({ ...leafDates, facts: clientFactsOfChain(verdict), missingIssuer: null }, rules);
  return rows?.map(({ name, verdict: found }) => verdictText(name, found, now)) ?? null;
};
const leafUnder = (issuer: Issued, extensions: readonly Buffer[] = []): Issued =>
  issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], ...leafDates, extensions }, issuer);
const accepted = (...names: string[]) => names.map((name) => `${name} accepts it until it expires.`);

describe('a generated root that a table names', () => {
  const at = '2026-10-31T23:59:59Z';
  const limited = (client: 'chrome' | 'java'): ClientRules => ({
    ...empty,
    rootRules: [{ client, kind: 'sct_after', at, roots: [sha256Of(newRoot)], source }],
  });
  it.each([
    ['2026-10-31T23:59:58.000Z', true],
    ['2026-10-31T23:59:59.000Z', true],
    ['2026-11-01T00:00:00.000Z', false],
  ])('is refused by the SCT in the certificate: %s', (instant, isAccepted) => {
    const log = Buffer.alloc(32, 7).toString('base64');
    const leaf = leafUnder(intermediate, [signedTimestamps([{ log, at: instant }])]);
    const refusal =
      'Chrome refuses it: under New Root, Chrome trusts only certificates with an SCT from October 31, 2026 or earlier, and its earliest is from November 1, 2026.';
    expect(verdictsOf(leaf.chainPem, limited('chrome'))?.[0]).toBe(isAccepted ? accepted('Chrome')[0] : refusal);
  });

  it('is not refused where a cross-certificate leads to another root, until that ends', () => {
    const rules: ClientRules = {
      ...empty,
      stores: [{ client: 'android7', store: 'the root store of Android 7.0', alerts: false, source, lacks: [sha256Of(newRoot)] }],
    };
    const leaf = leafUnder(intermediate);
    expect(verdictsOf(leaf.chainPem, rules)?.at(-1)).toBe(
      'Android 7.0 refuses it: its root New Root is not in the root store of Android 7.0.',
    );
    expect(verdictsOf(leaf.chainPem + cross.pem, rules)).toEqual([
      ...accepted('Chrome', 'Apple', 'Mozilla', 'Java'),
      "Android 7.0 refuses it from January 11, 2027: New Root in its chain expires, and the server sends no other chain to a root in Android 7.0's store.",
    ]);
  });

  it('is not judged if it is private', () => {
    const own = issueCertificate({ subject: { CN: 'Own R1' }, key: keyPair('P-256', 'Own R1'), ...dates }, privateRoot);
    const rules: ClientRules = { ...empty, rootRules: [{ client: 'chrome', kind: 'removed', at, roots: [sha256Of(privateRoot)], source }] };
    expect(verdictsOf(leafUnder(own).chainPem, rules)).toBeNull();
  });
});

it('reads client authentication', () => {
  const leaf = issueCertificate(
    { subject: { CN: 'a.test' }, san: ['a.test'], ...leafDates, purpose: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'] },
    intermediate,
  );
  const facts = ({ chainPem }: Issued) => {
    const chain = judge.readChain(pemBlocks(chainPem));
    if (chain === undefined) throw new Error('The chain is empty.');
    return clientFactsOfChain(judge.verifyChain({ chain, host: null, now }));
  };
  expect(facts(leaf).clientAuth).toBe(true);
  expect(facts(leafUnder(intermediate)).clientAuth).toBe(false);
});
