import { describe, expect, it } from 'vitest';
import { implicit, integer, objectIdentifier, sequence } from '../testing/der.ts';
import { createAuthority, type Issued, issueCertificate, keyPair } from '../testing/index.ts';
import { extension } from '../testing/issue.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const authority = createAuthority();
const judge = createChainJudge(createTrustStore({ anchorsPem: authority.root.pem }));

const ANY = '2.5.29.32.0';
const [A, B, C] = ['1.2.3.1', '1.2.3.2', '1.2.3.3'] as const;
const policies = (...names: string[]): Buffer => extension('2.5.29.32', sequence(...names.map((name) => sequence(objectIdentifier(name)))));
const mapping = (...pairs: (readonly [string, string])[]): Buffer =>
  extension('2.5.29.33', sequence(...pairs.map((pair) => sequence(...pair.map(objectIdentifier)))), true);
const explicitAfter = (count: number): Buffer => extension('2.5.29.36', sequence(implicit(0, Buffer.from([count]))), true);
const noMappingAfter = (count: number): Buffer => extension('2.5.29.36', sequence(implicit(1, Buffer.from([count]))), true);
const both = extension('2.5.29.36', sequence(implicit(0, Buffer.from([0])), implicit(1, Buffer.from([0]))), true);
const noAnyAfter = (count: number): Buffer => extension('2.5.29.54', integer(count), true);

/** Extensions of each certificate below the root, the leaf's last. A repeated name is a self-issued certificate. */
const reasonsOf = (levels: readonly (readonly Buffer[])[], names: readonly string[] = []): readonly string[] => {
  let issuer: Issued = authority.root;
  for (const [level, extensions] of levels.slice(0, -1).entries()) {
    const CN = names[level] ?? `Level ${level}`;
    issuer = issueCertificate({ subject: { CN }, key: keyPair('P-256', `level ${level}`), isCa: true, extensions }, issuer);
  }
  const leaf = issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], extensions: levels.at(-1) ?? [] }, issuer);
  const chain = judge.readChain(pemBlocks(leaf.chainPem));
  if (chain === undefined) throw new Error('The test provides no certificate.');
  return judge.verifyChain({ chain, host: 'a.test', now: new Date() }).reasons;
};

describe('policies matter if an issuer requires one (RFC 5280 section 6.1)', () => {
  it.each<[string, readonly (readonly Buffer[])[], boolean]>([
    ['none required', [[policies(A)], [policies(B)]], true],
    ['one that all certificates have', [[policies(A), explicitAfter(0)], [policies(A)]], true],
    ['one of several', [[policies(A, B), explicitAfter(0)], [policies(B, C)]], true],
    ['another one', [[policies(A), explicitAfter(0)], [policies(B)]], false],
    ['none', [[policies(A), explicitAfter(0)], []], false],
    ['none at the issuer', [[explicitAfter(0)], [policies(A)]], false],
    ['required two levels below, not reached', [[policies(A), explicitAfter(2)], [policies(B)]], true],
    ['required two levels below, reached', [[policies(A), explicitAfter(2)], [policies(A)], [policies(B)]], false],
    ['required by the leaf itself', [[policies(A)], [policies(B), explicitAfter(0)]], false],
    ['anyPolicy at the issuer', [[policies(ANY), explicitAfter(0)], [policies(B)]], true],
    ['anyPolicy at the leaf', [[policies(A), explicitAfter(0)], [policies(ANY)]], true],
    ['anyPolicy at the leaf, after inhibitAnyPolicy', [[policies(A), explicitAfter(0), noAnyAfter(0)], [policies(ANY)]], false],
    ['mapped, with the new policy below', [[policies(A), explicitAfter(0), mapping([A, B])], [policies(B)]], true],
    ['mapped, with the old policy below', [[policies(A), explicitAfter(0), mapping([A, B])], [policies(A)]], false],
    ['two policies mapped to each other', [[policies(A), explicitAfter(0), mapping([A, B], [B, A])], [policies(A)]], false],
    ['mapped under anyPolicy', [[policies(ANY), explicitAfter(0), mapping([A, B])], [policies(B)]], true],
    ['mapped although mapping is inhibited', [[policies(A), both], [policies(A), mapping([A, B])], [policies(B)]], false],
    ['mapping inhibited, none required', [[policies(A), noMappingAfter(0)], [policies(A), mapping([A, B])], [policies(B)]], true],
  ])('%s', (_, levels, isGood) => {
    expect(reasonsOf(levels)).toEqual(isGood ? [] : ['constraint_violation']);
  });

  it('ignores a self-issued certificate in the count, and lets it use anyPolicy', () => {
    const levels = (last: Buffer) => [[policies(A), explicitAfter(1)], [policies(A)], [last]];
    expect(reasonsOf(levels(policies(B)), ['Same', 'Same'])).toEqual(['constraint_violation']);
    const rolled = [[policies(A), explicitAfter(0), noAnyAfter(0)], [policies(ANY)], [policies(A)]];
    expect(reasonsOf(rolled, ['Same', 'Same'])).toEqual([]);
    expect(reasonsOf(rolled, ['One', 'Other'])).toEqual(['constraint_violation']);
  });

  it('rejects a mapping of anyPolicy', () => {
    expect(reasonsOf([[policies(A), mapping([A, ANY])], [policies(A)]])).toEqual(['malformed']);
  });
});
