import { dateTimeText, firstOf, plural } from '../../wording.ts';
import { daysLeft, hasExpired } from '../status.ts';
import type { CertificateFacts, VerdictReason } from './observation.ts';

export interface ReasonContext {
  /** The name to verify for; null if none was given. */
  readonly host: string | null;
  /** Leaf first. */
  readonly chain: readonly [CertificateFacts, ...CertificateFacts[]];
  readonly now: Date;
}

const MAX_NAMES = 4;

/** Returns the display name of a certificate. */
export const certificateName = ({ subject, subjectCommonName, san }: CertificateFacts): string =>
  subjectCommonName ?? san[0] ?? (subject === '' ? '(no name)' : subject);

const expiredText = ({ chain, now }: ReasonContext): string => {
  const late = chain.find(({ notAfter }) => hasExpired(notAfter, now)) ?? chain[0];
  const what = late === chain[0] ? 'The certificate' : `The issuer "${certificateName(late)}"`;
  return `${what} expired ${plural(-daysLeft(late.notAfter, now), 'day')} ago, on ${dateTimeText(late.notAfter)}.`;
};

const earlyText = ({ chain, now }: ReasonContext): string => {
  const early = chain.find(({ notBefore }) => notBefore > now) ?? chain[0];
  const what = early === chain[0] ? 'The certificate' : `The issuer "${certificateName(early)}"`;
  return `${what} is not valid before ${dateTimeText(early.notBefore)}.`;
};

const last = (chain: ReasonContext['chain']): CertificateFacts => chain.at(-1) ?? chain[0];

const keyText = ({ keyType, keyBits, curve }: CertificateFacts): string =>
  `${keyType}${curve === null ? '' : ` ${curve}`}${keyBits === null || curve !== null ? '' : ` of ${keyBits} bits`}`;

/** Returns why clients reject the certificate, in a sentence, from the certificates alone. */
export const reasonText = (reason: VerdictReason, context: ReasonContext): string => {
  const [leaf] = context.chain;
  switch (reason) {
    case 'expired':
      return expiredText(context);
    case 'not_yet_valid':
      return earlyText(context);
    case 'hostname_mismatch':
      return `The certificate is for ${leaf.san.length === 0 ? 'no name' : firstOf(leaf.san, MAX_NAMES)}, not for ${context.host ?? 'this host'}.`;
    case 'self_signed':
      return 'The certificate is signed with its own key, not by a CA.';
    case 'untrusted_root':
      return `The chain ends at "${last(context.chain).issuerCommonName ?? last(context.chain).issuer}", which is not trusted here.`;
    case 'incomplete_chain':
      return `The server did not send the issuer "${last(context.chain).issuerCommonName ?? last(context.chain).issuer}".`;
    case 'revoked':
      return 'The certificate was revoked by its issuer.';
    case 'weak_signature':
      return `A signature in the chain is too weak (${context.chain.map((each) => each.signatureAlgorithm ?? 'unknown').join(', ')}).`;
    case 'weak_key':
      return `A key in the chain is too weak (${context.chain.map(keyText).join(', ')}).`;
    case 'wrong_purpose':
      return 'The certificate is not for TLS servers.';
    case 'constraint_violation':
      return 'The certificate violates a constraint of an issuer in its chain.';
    case 'malformed':
      return 'A certificate in the chain is malformed.';
  }
};

/** Returns how to fix each reason. `trustOwnCa` says how to make this program trust a private CA. */
export const reasonFixes = (trustOwnCa: string): Readonly<Record<VerdictReason, string>> => ({
  expired: 'Renew the certificate, install it and reload the server.',
  not_yet_valid: 'Check the clocks of the server and the issuer, and serve the previous certificate until then.',
  hostname_mismatch: 'Serve a certificate that lists this name.',
  self_signed: `Get a certificate from a CA. If the certificate is your own, ${trustOwnCa}.`,
  untrusted_root: `If the CA is your own, ${trustOwnCa}.`,
  incomplete_chain: `Serve the intermediate certificates too ("full chain"). If the CA is your own, ${trustOwnCa}.`,
  revoked: 'Replace the certificate and its key now.',
  weak_signature: 'Reissue the certificate. Every public CA signs with SHA-256 or better.',
  weak_key: 'Reissue the certificate with a P-256 key, or RSA with at least 2048 bits.',
  wrong_purpose: 'Get a certificate for TLS servers (extended key usage serverAuth).',
  constraint_violation: 'Get a certificate from a CA that may issue for this name.',
  malformed: 'Reissue the certificate. Other clients also reject it.',
});
