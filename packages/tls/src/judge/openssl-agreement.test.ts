import { availableParallelism } from 'node:os';
import { type VerdictReason, verdictReasons } from '@notafter/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCrl } from '../revocation/crl.ts';
import { checkAgainstCrls, withRevocation } from '../revocation/with-revocation.ts';
import { type OpensslVerdict, opensslVersion, verifyByOpenssl } from '../testing/openssl.ts';
import { type SampleChain, sampleChains } from '../testing/sample-chains.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const COUNT = 500;

/**
 * Faults that OpenSSL 3 judges differently, with its own answer (empty: it accepts the chain) and the reason why this judge
 * does not follow. The decision records list the same cases.
 */
const differences = new Map<string, { readonly openssl: readonly VerdictReason[]; readonly why: string }>([
  ['common name only', { openssl: [], why: 'it falls back to the common name; RFC 9525 section 2 forbids that' }],
  ['partial wildcard', { openssl: [], why: 'it accepts w*.a.test by default; RFC 9525 section 6.3 allows whole labels only' }],
  ['leaf of P-224', { openssl: [], why: 'it accepts 112 bits at level 2; BR 6.1.5 starts at P-256' }],
  ["leaf is a CA's", { openssl: [], why: 'it does not check; BR 7.1.2.7.8 and Firefox forbid it' }],
  ['path length without being a CA', { openssl: [], why: 'it checks only with -x509_strict; RFC 5280 section 4.2.1.9' }],
  ['must-staple unreadable', { openssl: [], why: 'it does not read that extension; RFC 7633' }],
  ['serial number zero', { openssl: [], why: 'it accepts any serial number; RFC 5280 section 4.1.2.2' }],
  ['serial number negative', { openssl: [], why: 'it accepts any serial number; RFC 5280 section 4.1.2.2' }],
  ['serial number of 21 bytes', { openssl: [], why: 'it accepts any serial number; RFC 5280 section 4.1.2.2' }],
  ['version 4', { openssl: [], why: 'it accepts any version; RFC 5280 section 4.1.2.1' }],
  ['unknown root not sent', { openssl: ['incomplete_chain'], why: 'it reports every missing issuer this way' }],
  ['extension twice', { openssl: ['incomplete_chain'], why: 'it finds no issuer for a certificate that it considers invalid' }],
  ['key usage without a use', { openssl: ['incomplete_chain'], why: 'it finds no issuer for a certificate that it considers invalid' }],
  ['name constraints unreadable', { openssl: ['incomplete_chain'], why: 'it finds no issuer for a certificate that it considers invalid' }],
  ['empty list of purposes', { openssl: ['wrong_purpose'], why: 'it accepts a list that RFC 5280 section 4.2.1.12 forbids' }],
]);

const judged = ({ leafPem, otherPems, anchorsPem, host, at, crls }: SampleChain): readonly VerdictReason[] => {
  const judge = createChainJudge(createTrustStore({ anchorsPem }));
  const chain = judge.readChain(pemBlocks(leafPem + otherPems.join('')));
  if (chain === undefined) throw new Error('The sample contains no certificate.');
  const verdict = judge.verifyChain({ chain, host, now: at });
  if (crls.length === 0) return verdict.reasons;
  return withRevocation(verdict, checkAgainstCrls(verdict, crls.map(readCrl), at)).reasons;
};

const sorted = (reasons: Iterable<VerdictReason>): VerdictReason[] => {
  const all = new Set(reasons);
  return verdictReasons.filter((reason) => all.has(reason));
};

let samples: readonly SampleChain[] = [];
beforeAll(() => {
  samples = sampleChains(COUNT);
});

describe(`${COUNT} generated chains`, () => {
  it('are half invalid, each reason at least 20 times, at least 50 with two reasons', () => {
    const counts = new Map<VerdictReason, number>();
    for (const { expected } of samples) for (const reason of expected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    expect(samples).toHaveLength(COUNT);
    expect(samples.filter(({ expected }) => expected.length > 0)).toHaveLength(COUNT / 2);
    expect(samples.filter(({ expected }) => expected.length > 1).length).toBeGreaterThanOrEqual(50);
    expect(verdictReasons.filter((reason) => (counts.get(reason) ?? 0) < 20)).toEqual([]);
  });

  it('get the verdict they were generated for', () => {
    for (const sample of samples) expect([sample.name, judged(sample)]).toEqual([sample.name, sorted(sample.expected)]);
  });
});

describe.runIf(opensslVersion() !== null)(`against ${opensslVersion() ?? 'no OpenSSL'}`, () => {
  const verdicts = new Map<SampleChain, OpensslVerdict>();
  const seenAs = (sample: SampleChain): OpensslVerdict => {
    const verdict = verdicts.get(sample);
    if (verdict === undefined) throw new Error(`OpenSSL did not verify ${sample.name}.`);
    return verdict;
  };

  beforeAll(async () => {
    const waiting = [...samples];
    const work = async (): Promise<void> => {
      for (let sample = waiting.pop(); sample !== undefined; sample = waiting.pop()) verdicts.set(sample, await verifyByOpenssl(sample));
    };
    await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  });

  it('agrees on valid and invalid, except for the listed differences', () => {
    for (const sample of samples) {
      const accepted = sample.faults.every((fault) => differences.get(fault)?.openssl.length === 0);
      const { valid, output } = seenAs(sample);
      expect([sample.name, valid, valid === accepted ? '' : output]).toEqual([sample.name, accepted, '']);
    }
  });

  it('names a single fault the same way, except for the listed differences', () => {
    for (const sample of samples.filter(({ faults }) => faults.length === 1)) {
      const [fault = ''] = sample.faults;
      const expected = differences.get(fault)?.openssl ?? sample.expected;
      expect([sample.name, sorted(seenAs(sample).reasons)]).toEqual([sample.name, expected]);
    }
  });

  it('reports one or both of two faults, and nothing else', () => {
    for (const sample of samples.filter(({ faults }) => faults.length > 1)) {
      const known = sorted([...sample.expected, ...sample.faults.flatMap((fault) => differences.get(fault)?.openssl ?? [])]);
      const found = sorted(seenAs(sample).reasons);
      const strange = found.filter((reason) => !known.includes(reason));
      const silent = found.length === 0 && !seenAs(sample).valid;
      expect([sample.name, strange, silent]).toEqual([sample.name, [], false]);
    }
  });
});
