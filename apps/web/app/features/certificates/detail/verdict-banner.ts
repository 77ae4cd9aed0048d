import type { VerdictReason } from '@notafter/domain';
import type { CertificateDetail } from '../types.ts';

const MAX_NAMES = 3;

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
};

const sentences: Record<VerdictReason, string> = {
  expired: 'It has expired.',
  not_yet_valid: 'It is not valid yet.',
  hostname_mismatch: 'It is for another name.',
  self_signed: 'It is self-signed: no authority vouches for it.',
  untrusted_root: 'Its chain ends at no trusted root.',
  incomplete_chain: 'The server does not send its whole chain.',
  revoked: 'Its issuer has revoked it.',
  weak_signature: 'A signature of its chain is too weak.',
  weak_key: 'A key of its chain is too weak.',
  wrong_purpose: 'It is not meant for servers.',
  constraint_violation: 'It breaks a limit that an issuer of its chain has set.',
  malformed: 'A certificate of its chain breaks the rules of its format.',
};

const remedies: Record<VerdictReason, string> = {
  expired: 'Renew it.',
  not_yet_valid: 'Until then serve the certificate it replaces.',
  hostname_mismatch: 'Serve the certificate of this name, or have one issued that lists it.',
  self_signed: 'Have an authority sign it. Where it is your own, EXTRA_CA_FILE makes this server trust it.',
  untrusted_root: 'Where the authority is your own, EXTRA_CA_FILE makes this server trust it.',
  incomplete_chain: 'Serve the intermediate certificates too (\u201cfull chain\u201d).',
  revoked: 'Replace it, with a new key, at once.',
  weak_signature: 'Have it issued anew; every authority signs with SHA-256 or better.',
  weak_key: 'Have it issued anew for a key of P-256, or RSA of 2048 bits or more.',
  wrong_purpose: 'Have one issued for TLS servers (serverAuth).',
  constraint_violation: 'Have it issued by an authority that may issue for this name.',
  malformed: 'Have it issued anew.',
};

type Judged = Pick<CertificateDetail, 'reasons' | 'host' | 'san'>;

/** Names are of the first address; where another one is to blame they would contradict what is said. */
const sentenceOf = (reason: VerdictReason, { host, san }: Judged, differing: boolean): string =>
  reason === 'hostname_mismatch' && san.length > 0 && !differing ? `It is for ${listed(san)}, not for ${host}.` : sentences[reason];

/**
 * Why clients refuse the certificate, every reason, and what to do about the first; null where they do not. `differing`:
 * its addresses serve several.
 */
export function verdictBanner(certificate: Judged, differing: boolean): { readonly headline: string; readonly rest: string } | null {
  const [first] = certificate.reasons;
  if (first === undefined) return null;
  return { headline: certificate.reasons.map((reason) => sentenceOf(reason, certificate, differing)).join(' '), rest: remedies[first] };
}
