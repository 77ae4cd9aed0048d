import { DAY_MS, plural } from '@notafter/domain';
import type { Renewal } from '../types.ts';

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
