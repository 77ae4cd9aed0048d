import { reasonFixes, reasonLabels, reasonText } from '@notafter/domain';
import type { CertificateDetail } from '../types.ts';

const fixes = reasonFixes('add its PEM file to EXTRA_CA_FILE of this server');

type Judged = Pick<CertificateDetail, 'reasons' | 'host' | 'chain'>;

/**
 * Why clients reject the certificate, every reason, and what to do about the first; null if they accept it. `differing`: its
 * addresses serve several certificates, so the known chain may not be the one to blame.
 */
export function verdictBanner(
  { reasons, host, chain: [leaf, ...above] }: Judged,
  differing: boolean,
  now: Date,
): { readonly headline: string; readonly rest: string } | null {
  const [first] = reasons;
  if (first === undefined) return null;
  const headline =
    leaf === undefined || differing
      ? `Clients reject this certificate: ${reasons.map((reason) => reasonLabels[reason].toLowerCase()).join(', ')}.`
      : reasons.map((reason) => reasonText(reason, { host, chain: [leaf, ...above], now })).join(' ');
  return { headline, rest: fixes[first] };
}
