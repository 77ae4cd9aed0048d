import { describe, expect, it } from 'vitest';
import { createTrustStore } from '../judge/trust-store.ts';
import { createChainJudge } from '../judge/verify-chain.ts';
import { type Crafting, craftChain } from '../testing/craft.ts';
import { time } from '../testing/der.ts';
import { brokenRules, keptRules } from '../testing/lint-cases.ts';
import { Certificate } from '../x509/certificate.ts';
import { toPem } from '../x509/certificate-facts.ts';
import { lintPath } from './lint-path.ts';
import { lintRules } from './lint-rules.ts';
import { appliesTo } from './rule.ts';
import { createStrictRules } from './strict-rules.ts';
import type { Part } from './subject.ts';

const pathOf = (part: Part, change: Crafting): Certificate[] => craftChain({ [part]: change }).map((der) => new Certificate(der));
const places: Readonly<Record<Part, number>> = { leaf: 0, intermediate: 1, root: 2 };

const rulesBroken = (part: Part, change: Crafting, isPublic = true): string[] =>
  lintPath({ path: pathOf(part, change), isPublic })
    .filter(({ certificate }) => certificate === places[part])
    .map(({ rule }) => rule);

describe('the table of rules', () => {
  it('has a failing case for every rule', () => {
    expect(Object.keys(brokenRules).toSorted()).toEqual(lintRules.map(({ id }) => id).toSorted());
  });

  it('finds nothing in a chain that keeps all rules', () => {
    expect(lintPath({ path: pathOf('leaf', {}), isPublic: true })).toEqual([]);
  });

  it.each(lintRules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
    const [part, change] = brokenRules[id] ?? ['leaf', {}];
    expect(appliesTo(rule, part)).toBe(true);
    expect(rulesBroken(part, change)).toContain(id);
    // A private CA is not bound by the Baseline Requirements.
    expect(rulesBroken(part, change, false).includes(id)).toBe(!rule.isPublicOnly);
    if (rule.from !== null && change.notBefore === undefined) {
      const before = { ...change, notBefore: time(new Date(rule.from - 1_000)), notAfter: time(new Date(rule.from + 30 * 86_400_000)) };
      expect(rulesBroken(part, before)).not.toContain(id);
    }
    const refusals = createStrictRules()({ certificates: pathOf(part, change), end: 'root', isDisowned: false });
    const own = refusals.filter(({ depth, detail }) => depth === places[part] && detail.includes(rule.sentence.replace(/\.$/, '')));
    expect(own.map(({ reason }) => reason)).toEqual(rule.refusal === null ? [] : [rule.refusal]);
  });

  it.each(keptRules)('%s is kept by %s', (id, _, part, change) => {
    expect(lintRules.map((rule) => rule.id)).toContain(id);
    expect(rulesBroken(part, change)).not.toContain(id);
  });
});

describe('the strict profile', () => {
  const [, , root = Buffer.alloc(0)] = craftChain();
  const verdictOf = (ders: readonly Buffer[], isStrict: boolean) => {
    const store = createTrustStore({ anchorsPem: toPem(ders.at(-1) ?? root) });
    const judge = createChainJudge(store, isStrict ? { furtherRules: createStrictRules() } : {});
    const chain = judge.readChain(ders);
    if (chain === undefined) throw new Error('The test provides no certificate.');
    return judge.verifyChain({ chain, host: 'a.example.com', now: new Date('2026-06-15') }).reasons;
  };

  it('accepts a chain that keeps all rules', () => {
    expect(verdictOf(craftChain(), true)).toEqual([]);
  });

  it.each(lintRules.map((rule) => [rule.id, rule] as const))('adds its refusal for %s, and removes no reason', (id, { refusal }) => {
    const [part, change] = brokenRules[id] ?? ['leaf', {}];
    const ders = craftChain({ [part]: change });
    const strict = verdictOf(ders, true);
    expect(strict).toEqual(expect.arrayContaining([...verdictOf(ders, false)]));
    if (refusal !== null) expect(strict).toContain(refusal);
  });
});

describe('a finding', () => {
  it('names rule, severity, section, the part of the certificate and its place', () => {
    const [part, change] = brokenRules.dns_underscore ?? ['leaf', {}];
    expect(lintPath({ path: pathOf(part, change), isPublic: true })).toContainEqual({
      rule: 'dns_underscore',
      severity: 'error',
      section: 'RFC 5280 4.2.1.6',
      text: 'A DNS name has an underscore: "a_b.example.com".',
      certificate: 0,
      subject: '',
    });
  });

  it('comes after those of higher severity of the same certificate', () => {
    const path = pathOf('leaf', { ...brokenRules.cn_respelled?.[1], extensions: { authorityKeyIdentifier: null, keyUsage: null } });
    const ranks = lintPath({ path, isPublic: true }).map(({ severity }) => ['error', 'warning', 'notice'].indexOf(severity));
    expect(ranks.length).toBeGreaterThan(2);
    expect(ranks).toEqual(ranks.toSorted());
  });

  it('is never an exception: every byte of a certificate may be wrong', () => {
    const [leaf = Buffer.alloc(0), ...others] = craftChain();
    for (let at = 0; at < leaf.length; at += 1) {
      const damaged = Buffer.from(leaf);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const path = [damaged, ...others].map((der) => new Certificate(der));
      expect(() => lintPath({ path, isPublic: true })).not.toThrow();
    }
  });
});
