import { addMs, DAY_MS, HOUR_MS } from '../../time.ts';
import { dateTimeText } from '../../wording.ts';

/** The source of the time of the next renewal: the CA's window (RFC 9773), earlier renewals of the endpoint, or the lifetime. */
export const renewalBases = ['ari', 'rhythm', 'lifetime'] as const;
export type RenewalBasis = (typeof renewalBases)[number];

export const renewalStates = ['on_schedule', 'due', 'late'] as const;
export type RenewalState = (typeof renewalStates)[number];

/** A certificate that an endpoint served for some time. */
export interface ServedPeriod {
  readonly fingerprint256: string;
  /** Null if unknown; `servedFrom` stands for it. */
  readonly notBefore: Date | null;
  readonly notAfter: Date;
  readonly servedFrom: Date;
  /** When the next certificate was first seen; null for the present one. */
  readonly servedUntil: Date | null;
}

/** When the CA wants a certificate to be renewed. */
export interface RenewalWindow {
  readonly start: Date;
  readonly end: Date;
}

interface Lifetime {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

interface RenewalFacts extends Lifetime {
  readonly window: RenewalWindow | null;
  /** The endpoint's certificates, newest first, the present one included. */
  readonly periods: readonly ServedPeriod[];
}

/** When the renewal of a certificate falls due, and from when it is late. */
export interface RenewalPlan {
  readonly dueAt: Date;
  readonly lateAt: Date;
  readonly basis: RenewalBasis;
}

/** Let's Encrypt's integration guide: renew with a third of the life left, below ten days with half of it. */
const DUE_SHARE = 2 / 3;
const SHORT_DUE_SHARE = 1 / 2;
const SHORT_LIFE_MS = 10 * DAY_MS;
/** A renewal is called late before less than a quarter of the life is left. */
const LATE_SHARE_MAX = 3 / 4;
/** Position of `late` between due and that quarter: as late as a check and a message allow. */
const LATE_POSITION = 0.94;
/** Of the time left after the CA's window or the latest usual renewal. */
const GRACE_SHARE = 0.225;
/** Fewer renewals do not show a rhythm; older ones may come from another setup. */
const RHYTHM_LEAST = 2;
const RHYTHM_LATEST = 3;
/** Renewals on the last days are too late to rely on. */
const RHYTHM_SHARE_MAX = 0.95;
/** Lifetimes that differ more than this factor are renewed by different rules. */
const COMPARABLE_LIVES = 2;
/** Checks within one life, at least. */
const CHECKS_PER_LIFE = 20;

const lifeMs = ({ notBefore, notAfter }: Lifetime): number => Math.max(0, notAfter.getTime() - notBefore.getTime());
const at = (life: Lifetime, share: number): Date => addMs(life.notBefore, Math.round(lifeMs(life) * share));
const dueShareOf = (life: Lifetime): number => (lifeMs(life) < SHORT_LIFE_MS ? SHORT_DUE_SHARE : DUE_SHARE);
const lateShareOf = (life: Lifetime): number => {
  const due = dueShareOf(life);
  return due + (LATE_SHARE_MAX - due) * LATE_POSITION;
};

/**
 * Returns the shares of their life, 0 to 1, at which the latest comparable certificates of an endpoint were replaced, newest first;
 * empty if they are too few to show a rhythm. A certificate that came back was not renewed: servers behind the name take turns.
 */
export const renewalRhythm = ([present, ...earlier]: readonly ServedPeriod[]): readonly number[] => {
  if (present === undefined) return [];
  const periods = [present, ...earlier];
  const lifeOf = ({ notBefore, servedFrom, notAfter }: ServedPeriod): Lifetime => ({ notBefore: notBefore ?? servedFrom, notAfter });
  const presentMs = lifeMs(lifeOf(present));
  const shares = earlier
    .filter(({ fingerprint256 }) => periods.filter((one) => one.fingerprint256 === fingerprint256).length === 1)
    .flatMap((period) => {
      const life = lifeOf(period);
      const ms = lifeMs(life);
      const isComparable = ms > 0 && ms <= COMPARABLE_LIVES * presentMs && presentMs <= COMPARABLE_LIVES * ms;
      return period.servedUntil === null || !isComparable ? [] : [(period.servedUntil.getTime() - life.notBefore.getTime()) / ms];
    })
    .slice(0, RHYTHM_LATEST);
  return shares.length < RHYTHM_LEAST ? [] : shares;
};

const byWindow = (life: Lifetime, { start, end }: RenewalWindow): RenewalPlan => {
  const grace = Math.max(HOUR_MS, (life.notAfter.getTime() - end.getTime()) * GRACE_SHARE);
  // A window beyond the end of the certificate does not postpone the alert until then.
  const lateAt = new Date(Math.min(end.getTime() + Math.round(grace), at(life, RHYTHM_SHARE_MAX).getTime()));
  return { dueAt: start < lateAt ? start : lateAt, lateAt, basis: 'ari' };
};

const byRhythm = (life: Lifetime, shares: readonly number[]): RenewalPlan => {
  const latest = Math.min(Math.max(...shares), RHYTHM_SHARE_MAX);
  const usual = lateShareOf(life);
  const late = latest > usual ? latest + (1 - latest) * GRACE_SHARE : usual;
  return { dueAt: at(life, Math.min(...shares, latest)), lateAt: at(life, late), basis: 'rhythm' };
};

/** Decides when a renewal is due and late: by the CA's window, else by the endpoint's rhythm, else by the lifetime. */
export const planRenewal = (facts: RenewalFacts): RenewalPlan => {
  const { window, periods } = facts;
  if (window !== null) return byWindow(facts, window);
  const shares = renewalRhythm(periods);
  if (shares.length > 0) return byRhythm(facts, shares);
  return { dueAt: at(facts, dueShareOf(facts)), lateAt: at(facts, lateShareOf(facts)), basis: 'lifetime' };
};

export const renewalStateAt = ({ dueAt, lateAt }: Pick<RenewalPlan, 'dueAt' | 'lateAt'>, now: Date): RenewalState => {
  if (now >= lateAt) return 'late';
  return now >= dueAt ? 'due' : 'on_schedule';
};

/** Whether a healthy renewal of this lifetime may still be ahead with this many days left: an alert then would be for nothing. */
export const isBeforeRenewal = (life: Lifetime, day: number): boolean =>
  addMs(life.notAfter, -(day + 1) * DAY_MS) < at(life, lateShareOf(life));

/** The longest time between two checks of a certificate: short lives are checked more often. */
export const checkIntervalHoursFor = (life: Lifetime, regularHours: number): number =>
  Math.min(regularHours, Math.max(lifeMs(life) / CHECKS_PER_LIFE / HOUR_MS, 1 / 60));

/** `Was not renewed on schedule: due since 2026-12-01 08:12 UTC.` */
export const lateSentence = ({ dueAt, basis }: Pick<RenewalPlan, 'dueAt' | 'basis'>): string =>
  `Was not renewed on schedule: due since ${dateTimeText(dueAt)}${lateReasons[basis]}.`;

const lateReasons = {
  ari: ', by the window of its CA',
  rhythm: ', by the earlier renewals of this endpoint',
  lifetime: '',
} as const satisfies Record<RenewalBasis, string>;
