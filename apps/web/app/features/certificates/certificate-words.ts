import { type CertificateStatus, countText } from '@notafter/domain';
import { type LifeTone, toneOf } from '../../ui/lifeline/tone.ts';
import type { CertificateView } from './types.ts';

/** Splits the domain into its host, and its port unless that is 443. */
export function domainParts({ domain, port }: Pick<CertificateView, 'domain' | 'port'>): { name: string; port: string } {
  const suffix = `:${port}`;
  return domain.endsWith(suffix) && port !== 443 ? { name: domain.slice(0, -suffix.length), port: suffix } : { name: domain, port: '' };
}

export const toneOfCertificate = ({ status, unreachable }: Pick<CertificateView, 'status' | 'unreachable'>): LifeTone =>
  toneOf(status, unreachable !== null);

/** The urgency of a row or figure; `unknown` for a certificate that was never seen. */
export const urgencyOf = (status: CertificateStatus | null): CertificateStatus | 'unknown' => status ?? 'unknown';

/** The toast after a bulk check. It counts the endpoints that answered. */
export function checkedText(succeeded: number): string {
  if (succeeded === 1) return 'Certificate checked successfully!';
  return `${countText(succeeded)} certificates checked successfully!`;
}

export function deletedText(deleted: number): string {
  if (deleted === 1) return 'Certificate deleted successfully!';
  return `${countText(deleted)} certificates deleted successfully!`;
}

const MINUTES_PER_HOUR = 60;
const SECONDS_PER_HOUR = 3600;

const short = (value: number): string => String(Number(value.toFixed(1)));

/** `6 h`, `30 min`, `18 s`: the unit in which the figure is at least one. */
export function intervalText(hours: number): string {
  if (hours >= 1) return `${short(hours)} h`;
  if (hours * MINUTES_PER_HOUR >= 1) return `${short(hours * MINUTES_PER_HOUR)} min`;
  return `${short(hours * SECONDS_PER_HOUR)} s`;
}
