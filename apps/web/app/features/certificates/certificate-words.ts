import { type CertificateStatus, countText } from '@notafter/domain';
import type { LifeTone } from '../../ui/lifeline/tone.ts';
import { toneOf } from '../../ui/lifeline/tone.ts';
import type { CertificateView } from './types.ts';

/** The host, and the port where it is not 443, as they are written apart in a table. */
export function domainParts({ domain, port }: Pick<CertificateView, 'domain' | 'port'>): { name: string; port: string } {
  const suffix = `:${port}`;
  return domain.endsWith(suffix) && port !== 443 ? { name: domain.slice(0, -suffix.length), port: suffix } : { name: domain, port: '' };
}

export const toneOfCertificate = ({ status, unreachable }: Pick<CertificateView, 'status' | 'unreachable'>): LifeTone =>
  toneOf(status, unreachable !== null);

/** How loud a row or figure is; a certificate that was never seen says nothing. */
export const urgencyOf = (status: CertificateStatus | null): CertificateStatus | 'unknown' => status ?? 'unknown';

/** The toast after checking several: it counts those that answered. */
export function checkedText(succeeded: number): string {
  if (succeeded === 1) return 'Certificate checked successfully!';
  return `${countText(succeeded)} certificates checked successfully!`;
}

export function deletedText(deleted: number): string {
  if (deleted === 1) return 'Certificate deleted successfully!';
  return `${countText(deleted)} certificates deleted successfully!`;
}
