import type { VerdictReason } from '@notafter/domain';
import type { ChainPlan } from './chain-plan.ts';
import { objectIdentifier, sequence } from './der.ts';
import { generalName, nameConstraints, unknownCritical } from './extensions.ts';
import { extension } from './issue.ts';
import { keyPair } from './keys.ts';

/** One fault that a plan can be given. */
export interface ChainFault {
  readonly name: string;
  readonly reason: VerdictReason;
  /** Faults of one group exclude each other; so do faults of issuers (`chain`) and of the path's end (`end`). */
  readonly part: 'leaf' | 'chain' | 'end';
  readonly group: 'dates' | 'name' | 'end' | 'strength' | 'purpose' | 'constraint' | 'form' | 'revoked';
  readonly apply: (plan: ChainPlan) => ChainPlan;
}

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const past = { notBefore: inDays(-90), notAfter: inDays(-1) };
const future = { notBefore: inDays(2), notAfter: inDays(60) };

const leaf =
  (change: ChainPlan['leaf']) =>
  (plan: ChainPlan): ChainPlan => ({ ...plan, leaf: { ...plan.leaf, ...change } });
const withExtension =
  (added: Buffer) =>
  (plan: ChainPlan): ChainPlan => ({ ...plan, leaf: { ...plan.leaf, extensions: [...(plan.leaf.extensions ?? []), added] } });
/** Changes the certificate directly above the leaf, and creates one if needed. */
const middle =
  (change: ChainPlan['leaf']) =>
  (plan: ChainPlan): ChainPlan => {
    const middles = plan.middles.length === 0 ? [{}] : plan.middles;
    return { ...plan, middles: middles.map((each, index) => (index === middles.length - 1 ? { ...each, ...change } : each)) };
  };
const rsa = (plan: ChainPlan): ChainPlan => ({ ...plan, keyKind: 'RSA-2048' });
const bytes = (...values: number[]): Buffer => Buffer.from(values);

const fault = (
  reason: VerdictReason,
  group: ChainFault['group'],
  part: ChainFault['part'],
  name: string,
  apply: ChainFault['apply'],
): ChainFault => ({ name, reason, part, group, apply });

/** Uses the host as SAN and verifies for `host`. */
const named =
  (san: readonly string[], host: string) =>
  (plan: ChainPlan): ChainPlan => ({ ...leaf({ san })(plan), host });

const criticalAccess = extension(
  '1.3.6.1.5.5.7.1.1',
  sequence(sequence(objectIdentifier('1.3.6.1.5.5.7.48.2'), generalName({ uri: 'http://ca.test/ca.cer' }))),
  true,
);

const flip = (der: Buffer): Buffer => {
  const changed = Buffer.from(der);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  return changed;
};

export const chainFaults: readonly ChainFault[] = [
  fault('expired', 'dates', 'leaf', 'leaf expired', leaf(past)),
  fault('expired', 'dates', 'chain', 'intermediate expired', middle(past)),
  fault('expired', 'dates', 'chain', 'root expired', (plan) => ({ ...plan, root: { ...plan.root, ...past } })),
  fault('not_yet_valid', 'dates', 'leaf', 'leaf not valid yet', leaf(future)),
  fault('not_yet_valid', 'dates', 'chain', 'intermediate not valid yet', middle(future)),
  fault('hostname_mismatch', 'name', 'leaf', 'another name', named(['b.test'], 'a.test')),
  fault('hostname_mismatch', 'name', 'leaf', 'two labels for a wildcard', named(['*.a.test'], 'x.y.a.test')),
  fault('hostname_mismatch', 'name', 'leaf', 'the parent name of a wildcard', named(['*.a.test'], 'a.test')),
  fault('hostname_mismatch', 'name', 'leaf', 'wildcard below a top-level domain', named(['*.test'], 'a.test')),
  fault('hostname_mismatch', 'name', 'leaf', 'another address', named(['192.0.2.1'], '192.0.2.2')),
  fault('hostname_mismatch', 'name', 'leaf', 'address written as a name', named(['192.0.2.1.test'], '192.0.2.1')),
  fault('hostname_mismatch', 'name', 'leaf', 'partial wildcard', named(['w*.a.test'], 'www.a.test')),
  fault('hostname_mismatch', 'name', 'leaf', 'common name only', named([], 'a.test')),
  fault('self_signed', 'end', 'end', 'signed by itself', (plan) => ({ ...plan, selfSigned: true, sent: () => [], anchors: 'stranger' })),
  fault('untrusted_root', 'end', 'end', 'unknown root sent', (plan) => ({
    ...plan,
    anchors: 'stranger',
    sent: (pems, root) => [...pems, root],
  })),
  fault('untrusted_root', 'end', 'end', 'unknown root not sent', (plan) => ({ ...middle({})(plan), anchors: 'stranger' })),
  fault('incomplete_chain', 'end', 'end', 'intermediate not sent', (plan) => ({ ...middle({})(plan), sent: () => [] })),
  fault('incomplete_chain', 'end', 'end', 'broken signature', (plan) => ({ ...plan, damage: flip })),
  fault('weak_signature', 'strength', 'leaf', 'leaf signed with SHA-1', leaf({ hash: 'sha1' })),
  fault('weak_signature', 'strength', 'leaf', 'leaf signed with MD5', (plan) => leaf({ hash: 'md5' })(rsa(plan))),
  fault('weak_signature', 'strength', 'chain', 'intermediate signed with SHA-1', middle({ hash: 'sha1' })),
  fault('weak_key', 'strength', 'leaf', 'leaf of RSA-1024', leaf({ key: keyPair('RSA-1024', 'sample') })),
  fault('weak_key', 'strength', 'chain', 'intermediate of RSA-1024', middle({ key: keyPair('RSA-1024', 'sample middle') })),
  fault('weak_key', 'strength', 'leaf', 'leaf of P-224', leaf({ key: keyPair('P-224', 'sample') })),
  fault('wrong_purpose', 'purpose', 'leaf', 'leaf for clients', leaf({ purpose: 'client' })),
  fault('wrong_purpose', 'purpose', 'leaf', 'leaf for CRLs only', leaf({ keyUsage: [1, 0x02] })),
  fault('wrong_purpose', 'purpose', 'chain', 'intermediate for email', middle({ purpose: ['1.3.6.1.5.5.7.3.4'] })),
  fault('wrong_purpose', 'purpose', 'leaf', "leaf is a CA's", leaf({ isCa: true, keyUsage: null, purpose: 'server' })),
  fault('constraint_violation', 'constraint', 'chain', 'intermediate is not a CA', middle({ isCa: false, keyUsage: null, purpose: null })),
  fault(
    'constraint_violation',
    'constraint',
    'chain',
    'intermediate without basic constraints',
    middle({ basicConstraints: null, keyUsage: null }),
  ),
  fault('constraint_violation', 'constraint', 'chain', 'intermediate may not sign', middle({ keyUsage: [1, 0x02] })),
  fault('constraint_violation', 'constraint', 'chain', 'path too long', (plan) => ({
    ...middle({})(plan),
    root: { ...plan.root, pathLength: 0 },
  })),
  fault('constraint_violation', 'constraint', 'chain', 'name outside', middle({ extensions: [nameConstraints([{ dns: 'other.test' }])] })),
  fault('constraint_violation', 'constraint', 'chain', 'name excluded', (plan) =>
    middle({ extensions: [nameConstraints([], [{ dns: 'a.test' }, { dns: 'b.test' }, { ip: ['192.0.2.0', '255.255.255.0'] }])] })(
      plan.leaf.san?.length === 0 || plan.host.startsWith('192') ? { ...plan, leaf: { ...plan.leaf, san: ['a.test'] } } : plan,
    ),
  ),
  fault(
    'constraint_violation',
    'constraint',
    'chain',
    'subject outside',
    middle({ extensions: [nameConstraints([{ directory: { O: 'Other' } }])] }),
  ),
  fault('constraint_violation', 'constraint', 'leaf', 'unknown critical extension', withExtension(unknownCritical())),
  fault('constraint_violation', 'constraint', 'leaf', 'critical authority key identifier', leaf({ criticalIdentifier: 'authority' })),
  fault('constraint_violation', 'constraint', 'leaf', 'critical subject key identifier', leaf({ criticalIdentifier: 'subject' })),
  fault('constraint_violation', 'constraint', 'leaf', 'critical authority information access', withExtension(criticalAccess)),
  fault('malformed', 'form', 'leaf', 'extension twice', withExtension(extension('2.5.29.14', Buffer.from('040401020304', 'hex')))),
  fault('malformed', 'form', 'leaf', 'key usage without a use', leaf({ keyUsage: [7, 0] })),
  fault(
    'malformed',
    'form',
    'leaf',
    'name constraints unreadable',
    withExtension(extension('2.5.29.30', bytes(0x30, 0x03, 0xa0, 0x05, 0x00))),
  ),
  fault('malformed', 'form', 'leaf', 'path length without being a CA', leaf({ pathLength: 0 })),
  fault('malformed', 'form', 'leaf', 'empty list of purposes', leaf({ purpose: [] })),
  fault('malformed', 'form', 'leaf', 'must-staple unreadable', withExtension(extension('1.3.6.1.5.5.7.1.24', sequence(bytes(0x04, 0x00))))),
  fault('malformed', 'form', 'leaf', 'serial number zero', leaf({ serial: bytes(0) })),
  fault('malformed', 'form', 'leaf', 'serial number negative', leaf({ serial: bytes(0xf0, 0x01) })),
  fault('malformed', 'form', 'leaf', 'serial number of 21 bytes', leaf({ serial: Buffer.alloc(21, 0x44) })),
  fault('malformed', 'form', 'leaf', 'version 4', leaf({ version: 4 })),
  fault('revoked', 'revoked', 'leaf', 'leaf revoked', (plan) => ({ ...plan, revoked: [0] })),
  fault('revoked', 'revoked', 'chain', 'intermediate revoked', (plan) => ({ ...middle({})(plan), revoked: [1] })),
];
