import { HOUR_MS, MINUTE_MS } from '../../time.ts';
import { daysLeft } from '../status.ts';
import type { RenewalFinding } from './finding.ts';
import { REGISTRATION_DAYS } from './judge-preflight.ts';

/** Thresholds of `dane_broken`. */
export const DANE_BROKEN_NOW = 0;
const DANE_BREAKS_LATER = 1;
/** Threshold of `domain_expiring` for a registration that ended. */
const REGISTRATION_ENDED = 0;

/** Clocks and schedules may be this far off. */
const TOLERANCE_MS = MINUTE_MS;

interface SeenFinding extends RenewalFinding {
  readonly firstSeenAt: Date;
  readonly confirmed: boolean;
}

/** Whether a finding that was first seen then is not transient: two looks an hour apart agree on it. */
export const isConfirmed = (firstSeenAt: Date, now: Date): boolean => now.getTime() - firstSeenAt.getTime() >= HOUR_MS - TOLERANCE_MS;

/** Whether a finding is alerted: `isNear` says that a certificate that it concerns is renewed soon. */
export const isAlerted = ({ severity, confirmed }: Pick<SeenFinding, 'severity' | 'confirmed'>, isNear: boolean): boolean =>
  confirmed && (severity === 'blocking' || (severity === 'warning' && isNear));

/** The rules whose alerts looks raise and resolve. */
export const renewalRules = ['renewal_blocked', 'domain_expiring', 'dane_broken'] as const;
export type RenewalRule = (typeof renewalRules)[number];

interface AlertTerms {
  readonly rule: RenewalRule;
  readonly threshold: number;
  /** Without the domain. */
  readonly occasion: string;
}

/** The rule, threshold and occasion of a finding's alert. `endsAt`: of the domain's registration. */
export const alertTermsOf = (finding: SeenFinding, endsAt: Date | null, now: Date): AlertTerms => {
  if (finding.area === 'registration') {
    const days = endsAt === null ? REGISTRATION_ENDED : daysLeft(endsAt, now);
    const crossed = REGISTRATION_DAYS.filter((day) => days <= day);
    return { rule: 'domain_expiring', threshold: days < 0 ? REGISTRATION_ENDED : Math.min(...crossed), occasion: finding.key };
  }
  const occasion = `${finding.key} ${finding.firstSeenAt.toISOString()}`;
  if (finding.area !== 'dane') return { rule: 'renewal_blocked', threshold: 0, occasion };
  return { rule: 'dane_broken', threshold: finding.severity === 'blocking' ? DANE_BROKEN_NOW : DANE_BREAKS_LATER, occasion };
};
