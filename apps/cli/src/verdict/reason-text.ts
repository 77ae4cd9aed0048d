import { type CertificateFacts, daysLeft, type VerdictReason } from '@notafter/domain';
import { formatDays, formatInstant } from '../output/durations.ts';
import { certificateName } from '../output/shown-certificate.ts';

export interface ReasonContext {
  /** The name it is judged for; null where none was given. */
  readonly host: string | null;
  /** Leaf first. */
  readonly chain: readonly [CertificateFacts, ...CertificateFacts[]];
  readonly now: Date;
}

const MAX_NAMES = 4;

const listNames = (names: readonly string[]): string => {
  if (names.length === 0) return 'no name at all';
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
};

const expiredText = ({ chain, now }: ReasonContext): string => {
  const late = chain.find(({ notAfter }) => notAfter < now) ?? chain[0];
  const what = late === chain[0] ? 'It' : `The issuer "${certificateName(late)}"`;
  return `${what} expired ${formatDays(-daysLeft(late.notAfter, now))} ago, on ${formatInstant(late.notAfter)}.`;
};

const earlyText = ({ chain, now }: ReasonContext): string => {
  const early = chain.find(({ notBefore }) => notBefore > now) ?? chain[0];
  const what = early === chain[0] ? 'It' : `The issuer "${certificateName(early)}"`;
  return `${what} is not valid before ${formatInstant(early.notBefore)}.`;
};

const last = (chain: ReasonContext['chain']): CertificateFacts => chain.at(-1) ?? chain[0];

const keyText = ({ keyType, keyBits, curve }: CertificateFacts): string =>
  `${keyType}${curve === null ? '' : ` ${curve}`}${keyBits === null || curve !== null ? '' : ` of ${keyBits} bits`}`;

/** A sentence for a reason told without one, from the certificates alone. */
export const reasonText = (reason: VerdictReason, context: ReasonContext): string => {
  const [leaf] = context.chain;
  switch (reason) {
    case 'expired':
      return expiredText(context);
    case 'not_yet_valid':
      return earlyText(context);
    case 'hostname_mismatch':
      return `It is for ${listNames(leaf.san)}, not for ${context.host ?? 'this host'}.`;
    case 'self_signed':
      return 'It is signed by its own key: no authority vouches for it.';
    case 'untrusted_root':
      return `Its chain ends at "${last(context.chain).issuerCommonName ?? last(context.chain).issuer}", which is not trusted here.`;
    case 'incomplete_chain':
      return `The server does not send the issuer "${last(context.chain).issuerCommonName ?? last(context.chain).issuer}".`;
    case 'revoked':
      return 'Its issuer has revoked it.';
    case 'weak_signature':
      return `A signature of the chain is too weak (${context.chain.map((each) => each.signatureAlgorithm ?? 'unknown').join(', ')}).`;
    case 'weak_key':
      return `A key of the chain is too weak (${context.chain.map(keyText).join(', ')}).`;
    case 'wrong_purpose':
      return 'It is not meant for servers.';
    case 'constraint_violation':
      return 'It breaks a limit that an issuer of its chain has set.';
    case 'malformed':
      return 'A certificate of the chain breaks the rules of its format.';
  }
};

/** What to do about each reason. */
export const reasonFixes = {
  expired: 'Renew the certificate, install the new one and reload the server.',
  not_yet_valid: 'Check the clocks of the server and of its issuer; until then serve the certificate it replaces.',
  hostname_mismatch: 'Serve the certificate of this name, or have one issued that lists it.',
  self_signed: 'Have an authority sign it; where it is your own, trust it by --ca with its PEM file.',
  untrusted_root: 'Where the authority is your own, trust it by --ca with its PEM file.',
  incomplete_chain:
    'Serve the intermediate certificates too ("full chain"); where the authority is your own, trust it by --ca with its PEM file.',
  revoked: 'Replace the certificate, with a new key, at once.',
  weak_signature: 'Have it issued anew; every authority signs with SHA-256 or better today.',
  weak_key: 'Have it issued anew for a key of P-256, or RSA of 2048 bits or more.',
  wrong_purpose: 'Have a certificate issued for TLS servers (extended key usage serverAuth).',
  constraint_violation: 'Have it issued by an authority that may issue for this name.',
  malformed: 'Have it issued anew; other clients refuse it too, or will.',
} as const satisfies Record<VerdictReason, string>;
