import { addMs, DAY_MS } from '../../time.ts';
import { renewalOpensAt } from './renewal.ts';

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const LEAD_MAX_MS = 14 * DAY_MS;

/** Whether a renewal is so near that possible obstacles need an alert: a sixth of the life before, at most two weeks. */
export const isRenewalNear = (validity: Validity, now: Date): boolean => {
  const leadMs = Math.min(LEAD_MAX_MS, (validity.notAfter.getTime() - validity.notBefore.getTime()) / 6);
  return addMs(renewalOpensAt(validity), -leadMs) <= now;
};
