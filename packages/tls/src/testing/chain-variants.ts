import type { ChainPlan } from './chain-plan.ts';
import { nameConstraints } from './extensions.ts';
import { issueCertificate } from './issue.ts';
import { keyPair } from './keys.ts';

/** A change that keeps a chain valid. */
export interface ChainVariant {
  readonly name: string;
  readonly apply: (plan: ChainPlan) => ChainPlan;
}

const YEAR_MS = 365 * 86_400_000;
const variant = (name: string, apply: ChainVariant['apply']): ChainVariant => ({ name, apply });
const leaf = (plan: ChainPlan, change: ChainPlan['leaf']): ChainPlan => ({ ...plan, leaf: { ...plan.leaf, ...change } });
const atLeastOne = (plan: ChainPlan): ChainPlan => (plan.middles.length === 0 ? { ...plan, middles: [{}] } : plan);
const lastMiddle = (plan: ChainPlan, change: ChainPlan['leaf']): ChainPlan => {
  const { middles } = atLeastOne(plan);
  return { ...plan, middles: middles.map((each, index) => (index === middles.length - 1 ? { ...each, ...change } : each)) };
};
const stranger = (): string => issueCertificate({ subject: { CN: 'stranger' }, key: keyPair('P-256', 'sample stranger') }).pem;

export const chainVariants: readonly ChainVariant[] = [
  variant('plain', (plan) => plan),
  variant('root sent', (plan) => ({ ...plan, sent: (pems, root) => [...pems, root] })),
  variant('in reverse', (plan) => ({ ...plan, middles: [{}, {}, {}], sent: (pems, root) => [root, ...pems.toReversed()] })),
  variant('everything twice', (plan) => ({ ...plan, sent: (pems) => [...pems, ...pems] })),
  variant('with an unrelated certificate', (plan) => ({ ...plan, sent: (pems) => [stranger(), ...pems] })),
  variant('six intermediates', (plan) => ({ ...plan, middles: [{}, {}, {}, {}, {}, {}] })),
  variant('wildcard', (plan) => leaf({ ...plan, host: 'www.a.test' }, { san: ['*.a.test'] })),
  variant('upper case', (plan) => leaf({ ...plan, host: 'WWW.a.Test' }, { san: ['www.A.TEST'] })),
  variant('IPv4', (plan) => leaf({ ...plan, host: '192.0.2.1' }, { san: ['192.0.2.1'] })),
  variant('IPv6', (plan) => leaf({ ...plan, host: '2001:db8::1' }, { san: ['a.test', '2001:db8::1'] })),
  variant('IDN', (plan) => leaf({ ...plan, host: 'xn--mnchen-3ya.test' }, { san: ['xn--mnchen-3ya.test'] })),
  variant('a hundred names', (plan) => leaf(plan, { san: [...Array.from({ length: 100 }, (_, n) => `n${n}.test`), 'a.test'] })),
  variant('empty subject', (plan) => leaf(plan, { subject: {} })),
  variant('without purpose', (plan) => leaf(plan, { purpose: null })),
  variant('without key usage', (plan) => leaf(plan, { keyUsage: null })),
  variant('RSASSA-PSS', (plan) => leaf({ ...plan, keyKind: 'RSA-2048' }, { pss: true })),
  variant('SHA-384', (plan) => leaf(plan, { hash: 'sha384' })),
  variant('SHA-512', (plan) => lastMiddle(plan, { hash: 'sha512' })),
  variant('name within', (plan) => lastMiddle(plan, { extensions: [nameConstraints([{ dns: 'a.test' }])] })),
  variant('name not excluded', (plan) => lastMiddle(plan, { extensions: [nameConstraints([], [{ dns: 'b.test' }])] })),
  variant('subject within', (plan) =>
    leaf(lastMiddle(plan, { extensions: [nameConstraints([{ directory: { O: 'ACME  corp' } }])] }), {
      subject: { O: 'Acme Corp', CN: 'x' },
    }),
  ),
  variant('path length respected', (plan) => ({ ...plan, root: { pathLength: 1 }, middles: [{ pathLength: 0 }] })),
  variant('intermediate for servers', (plan) => lastMiddle(plan, { purpose: 'server' })),
  variant('root of version 1', (plan) => ({ ...plan, root: { version: 1 } })),
  variant('root signed with SHA-1', (plan) => ({ ...plan, keyKind: 'RSA-2048', root: { hash: 'sha1' } })),
  variant('in its time', (plan) =>
    leaf(
      { ...plan, at: new Date(Date.now() - YEAR_MS / 2) },
      { notBefore: new Date(Date.now() - 0.7 * YEAR_MS), notAfter: new Date(Date.now() - 0.3 * YEAR_MS) },
    ),
  ),
  variant('anchored at an intermediate', (plan) => ({ ...atLeastOne(plan), anchors: 'last-middle' })),
  variant('anchored at itself', (plan) => ({ ...plan, anchors: 'leaf' })),
  variant('signed by itself and trusted', (plan) => ({ ...plan, selfSigned: true, anchors: 'leaf' })),
  variant('not revoked', (plan) => ({ ...plan, revoked: [] })),
];
