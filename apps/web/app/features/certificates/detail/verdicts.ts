import { type CaTrust, reasonLabels, statusOf, type VerdictReason } from '@notafter/domain';
import type { MarkTone } from '../../../ui/status/status-mark.tsx';
import type { CertificateDetail } from '../types.ts';

export interface Verdict {
  readonly tone: MarkTone;
  readonly text: string;
}

/** Reasons that are about the chain. The dates and the host have their own figures. */
const chainReasons: ReadonlySet<VerdictReason> = new Set([
  'self_signed',
  'untrusted_root',
  'incomplete_chain',
  'revoked',
  'weak_signature',
  'weak_key',
  'wrong_purpose',
  'constraint_violation',
  'malformed',
]);

type Judged = Pick<CertificateDetail, 'chain' | 'root' | 'reasons'>;

const unknown: Verdict = { tone: 'pending', text: 'Not known' };

/** `Complete, 3 of 3`, or the first problem of the chain. */
export function chainHealth({ chain, root, reasons }: Judged, now: Date): Verdict {
  const [leaf, ...above] = chain;
  if (leaf === undefined) return unknown;
  const broken = reasons.find((reason) => chainReasons.has(reason));
  if (broken !== undefined) return { tone: 'expired', text: reasonLabels[broken] };
  if (statusOf(leaf.notAfter, now) === 'expired') return { tone: 'expired', text: 'Leaf expired' };
  if (above.some(({ notAfter }) => statusOf(notAfter, now) === 'expired')) return { tone: 'expired', text: 'Intermediate expired' };
  const links = chain.length + (root === null ? 0 : 1);
  return { tone: 'valid', text: `Complete, ${links} of ${links}` };
}

export function hostnameMatch({ chain, reasons }: Pick<CertificateDetail, 'chain' | 'reasons'>): Verdict {
  if (chain.length === 0) return unknown;
  return reasons.includes('hostname_mismatch') ? { tone: 'expired', text: 'Does not match' } : { tone: 'valid', text: 'Matches' };
}

/** False for a chain that does not end at a trusted root, whatever the name of its issuer. */
export const isTrusted = ({ reasons }: Pick<CertificateDetail, 'reasons'>): boolean =>
  !reasons.some((reason) => reason === 'self_signed' || reason === 'untrusted_root' || reason === 'incomplete_chain');

/** Replaces the grade by the issuer's name. */
export const notTrusted: Verdict = { tone: 'expired', text: 'Not trusted' };

/** Fair is not a fault, but not good either. */
export const trustTone = ({ label }: CaTrust): 'valid' | 'warning' => (label === 'Fair' ? 'warning' : 'valid');

/** The grade by the issuer's name, for chains that end at a trusted root. */
export function caVerdict(certificate: Pick<CertificateDetail, 'reasons'>, trust: CaTrust | null): Verdict {
  if (trust === null) return unknown;
  return isTrusted(certificate) ? { tone: trustTone(trust), text: `${trust.score} ${trust.label}` } : notTrusted;
}

/** `TLS 1.3` of `TLSv1.3` */
export const protocolText = (protocol: string): string => protocol.replace(/^TLSv/, 'TLS ');

/** `ECDSA P-256`, `RSA 2048`, `Ed25519` */
export function keyText({ keyType, keyBits, curve }: { keyType: string; keyBits: number | null; curve?: string | null }): string {
  const name = keyType === 'EC' ? 'ECDSA' : keyType;
  const size = curve ?? (keyBits === null || /^ed/i.test(keyType) ? null : String(keyBits));
  return size === null ? name : `${name} ${size}`;
}
