import { addMs, DAY_MS } from '../../time.ts';

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const SHORT_LIFE_MS = 10 * DAY_MS;
const LEAD_MAX_MS = 14 * DAY_MS;

/** Returns when a certificate is usually renewed: after two thirds of its life, or half of one below ten days (Let's Encrypt's integration guide). */
export const renewalOpensAt = ({ notBefore, notAfter }: Validity): Date => {
  const lifeMs = notAfter.getTime() - notBefore.getTime();
  return addMs(notBefore, lifeMs * (lifeMs < SHORT_LIFE_MS ? 1 / 2 : 2 / 3));
};

/** Whether a renewal is so near that possible obstacles need an alert: a sixth of the life before, at most two weeks. */
export const isRenewalNear = (validity: Validity, now: Date): boolean => {
  const leadMs = Math.min(LEAD_MAX_MS, (validity.notAfter.getTime() - validity.notBefore.getTime()) / 6);
  return addMs(renewalOpensAt(validity), -leadMs) <= now;
};
