import { DAY_MS, plural } from '@notafter/domain';
import type { Renewal } from '../types.ts';

/** Fewer show no habit. */
const LEAST_RENEWALS = 2;
/** Older ones may come from another way of renewing. */
const LATEST_RENEWALS = 3;
/** Of certificates that live much longer or shorter the days do not compare. */
const LIFE_TOLERANCE = 0.2;

const lifeMs = ({ notBefore, servedFrom, notAfter }: Renewal): number => notAfter.getTime() - (notBefore ?? servedFrom).getTime();

const marginsBefore = (present: Renewal, earlier: readonly Renewal[]): number[] => {
  const all = [present, ...earlier];
  // One that came back was not renewed: servers behind the name take turns.
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
 * That a certificate with so many days left should have been replaced by now, measured by the latest renewals of its
 * endpoint; null where it is in time, or where they show no habit. `renewals` begin with the present one.
 */
export function lateRenewalText([present, ...earlier]: readonly Renewal[], daysLeft: number): string | null {
  if (present === undefined || daysLeft < 0) return null;
  const margins = marginsBefore(present, earlier);
  const [least, most] = [Math.min(...margins), Math.max(...margins)];
  const late = least - daysLeft;
  if (margins.length < LEAST_RENEWALS || late <= 0) return null;
  const habit = least === most ? least : `${least} to ${most}`;
  return `The last ${margins.length} renewals came ${habit} days before the end. This one is ${plural(late, 'day')} late.`;
}
