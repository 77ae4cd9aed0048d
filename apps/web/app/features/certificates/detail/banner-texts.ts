import { CRITICAL_MAX_DAYS, dateTimeText, plural, reasonFixes, reasonLabels, reasonText, WARNING_MAX_DAYS } from '@notafter/domain';
import type { CertificateDetail } from '../types.ts';

export interface BannerText {
  readonly tone: 'expired' | 'critical' | 'warning' | 'info';
  readonly headline: string;
  readonly rest: string;
}

/** The banner of spec 1 section 4, from 30 days before expiry on. `late` says that the renewal is overdue. */
export function expiryBanner(daysLeft: number, notAfter: Date, late: string | null = null): BannerText | null {
  if (daysLeft > WARNING_MAX_DAYS) return null;
  if (daysLeft < 0) {
    return {
      tone: 'expired',
      headline: `This certificate expired ${plural(-daysLeft, 'day')} ago. Immediate action required!`,
      rest: '',
    };
  }
  const headline = `This certificate expires in ${plural(daysLeft, 'day')}`;
  const end = dateTimeText(notAfter);
  const more = late === null ? '' : ` ${late}`;
  if (daysLeft === 0) return { tone: 'critical', headline, rest: `, within 24 hours, at ${end}.${more}` };
  if (daysLeft <= CRITICAL_MAX_DAYS) return { tone: 'critical', headline, rest: `, at ${end}. Renew it now.${more}` };
  return { tone: 'info', headline, rest: `, at ${end}.${more === '' ? ' You have time to renew it.' : more}` };
}

const YEAR_DAYS = 365;

/** Spec 1 section 9: days left as a share of a year, 0 to 100; null once expired. */
export const yearShare = (daysLeft: number): number | null =>
  daysLeft < 0 ? null : Math.min(100, Math.round((daysLeft / YEAR_DAYS) * 100));

const fixes = reasonFixes('add its PEM file to EXTRA_CA_FILE of this server');

type Judged = Pick<CertificateDetail, 'reasons' | 'host' | 'chain'>;

/**
 * Why clients reject the certificate, every reason, and what to do about the first; null if they accept it. `differing`: its
 * addresses serve several certificates, so the known chain may not be the one to blame.
 */
export function verdictBanner({ reasons, host, chain: [leaf, ...above] }: Judged, differing: boolean, now: Date): BannerText | null {
  const [first] = reasons;
  if (first === undefined) return null;
  const headline =
    leaf === undefined || differing
      ? `Clients reject this certificate: ${reasons.map((reason) => reasonLabels[reason].toLowerCase()).join(', ')}.`
      : reasons.map((reason) => reasonText(reason, { host, chain: [leaf, ...above], now })).join(' ');
  return { tone: 'expired', headline, rest: fixes[first] };
}
