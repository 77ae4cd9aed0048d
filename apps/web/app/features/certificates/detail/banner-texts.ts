import { CRITICAL_MAX_DAYS, DAY_MS, dateTimeText, plural, reasonFixes, reasonLabels, reasonText, WARNING_MAX_DAYS } from '@notafter/domain';
import type { CertificateDetail, Renewal } from '../types.ts';

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

/** Fewer do not show a pattern. */
const LEAST_RENEWALS = 2;
/** Older ones may come from another renewal setup. */
const LATEST_RENEWALS = 3;
/** Certificates with a much longer or shorter lifetime are not comparable. */
const LIFE_TOLERANCE = 0.2;

const lifeMs = ({ notBefore, servedFrom, notAfter }: Renewal): number => notAfter.getTime() - (notBefore ?? servedFrom).getTime();

const marginsBefore = (present: Renewal, earlier: readonly Renewal[]): number[] => {
  const all = [present, ...earlier];
  // A certificate that came back was not renewed: servers behind the name take turns.
  const servedOnce = ({ fingerprint256 }: Renewal): boolean => all.filter((one) => one.fingerprint256 === fingerprint256).length === 1;
  return earlier
    .filter(servedOnce)
    .filter((one) => Math.abs(lifeMs(one) - lifeMs(present)) <= LIFE_TOLERANCE * lifeMs(present))
    .flatMap(({ notAfter, servedUntil }) =>
      servedUntil === null ? [] : [Math.floor((notAfter.getTime() - servedUntil.getTime()) / DAY_MS)],
    )
    .slice(0, LATEST_RENEWALS);
};

/**
 * Says that a certificate is replaced later than in the latest renewals of its endpoint; null if it is on time, or if they
 * do not show a pattern. `renewals` begin with the present one.
 */
export function lateRenewalText([present, ...earlier]: readonly Renewal[], daysLeft: number): string | null {
  if (present === undefined || daysLeft < 0) return null;
  const margins = marginsBefore(present, earlier);
  const [least, most] = [Math.min(...margins), Math.max(...margins)];
  const late = least - daysLeft;
  if (margins.length < LEAST_RENEWALS || late <= 0) return null;
  const usual = least === most ? least : `${least} to ${most}`;
  return `The last ${margins.length} renewals came ${usual} days before expiry. This one is ${plural(late, 'day')} late.`;
}
