import { addMs, DAY_MS, HOUR_MS } from '../../time.ts';
import { dateTimeText, plural } from '../../wording.ts';

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

/** A window, and whether the CA moved it to the past so that the certificate is renewed at once. */
export interface JudgedWindow extends RenewalWindow {
  readonly asksNow: boolean;
}

export interface Lifetime {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

interface RenewalFacts extends Lifetime {
  readonly window: JudgedWindow | null;
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
/** Days before expiry can be compared only between lives of about the same length. */
const SAME_LIVES = 1.25;
/** Checks within one life, at least. */
const CHECKS_PER_LIFE = 20;

const lifeMs = ({ notBefore, notAfter }: Lifetime): number => Math.max(0, notAfter.getTime() - notBefore.getTime());
const at = (life: Lifetime, share: number): Date => addMs(life.notBefore, Math.round(lifeMs(life) * share));
/** The share of a life after which a client renews, given its milliseconds. */
export const dueShareOf = (ms: number): number => (ms < SHORT_LIFE_MS ? SHORT_DUE_SHARE : DUE_SHARE);
const lateShareOf = (life: Lifetime): number => {
  const due = dueShareOf(lifeMs(life));
  return due + (LATE_SHARE_MAX - due) * LATE_POSITION;
};

const lifeOf = ({ notBefore, servedFrom, notAfter }: ServedPeriod): Lifetime => ({ notBefore: notBefore ?? servedFrom, notAfter });

/** A certificate with the instant at which it was replaced. */
type Replaced = ServedPeriod & { readonly servedUntil: Date };

/**
 * Returns the latest certificates before the present one, newest first, whose life is at most `factor` times longer or shorter; none
 * if they are too few to show a rhythm. A certificate that came back was not renewed: servers behind the name take turns.
 */
const comparableRenewals = ([present, ...earlier]: readonly ServedPeriod[], factor: number): readonly Replaced[] => {
  if (present === undefined) return [];
  const periods = [present, ...earlier];
  const presentMs = lifeMs(lifeOf(present));
  const comparable = earlier
    .filter(({ fingerprint256 }) => periods.filter((one) => one.fingerprint256 === fingerprint256).length === 1)
    .flatMap((period): Replaced[] => {
      const { servedUntil } = period;
      const ms = lifeMs(lifeOf(period));
      const isComparable = ms > 0 && ms <= factor * presentMs && presentMs <= factor * ms;
      return servedUntil === null || !isComparable ? [] : [{ ...period, servedUntil }];
    })
    .slice(0, RHYTHM_LATEST);
  return comparable.length < RHYTHM_LEAST ? [] : comparable;
};

/** Returns the shares of their life, 0 to 1, at which the latest comparable certificates of an endpoint were replaced, newest first. */
export const renewalRhythm = (periods: readonly ServedPeriod[]): readonly number[] =>
  comparableRenewals(periods, COMPARABLE_LIVES).map((period) => {
    const life = lifeOf(period);
    return (period.servedUntil.getTime() - life.notBefore.getTime()) / lifeMs(life);
  });

/**
 * Says that a certificate is replaced later than in the latest renewals of its endpoint; null if it is on time, or if they do not
 * show a pattern. `periods` begin with the present one.
 */
export const lateRenewalText = (periods: readonly ServedPeriod[], daysLeft: number): string | null => {
  if (daysLeft < 0) return null;
  const margins = comparableRenewals(periods, SAME_LIVES).map(({ notAfter, servedUntil }) =>
    Math.floor((notAfter.getTime() - servedUntil.getTime()) / DAY_MS),
  );
  const [least, most] = [Math.min(...margins), Math.max(...margins)];
  const late = least - daysLeft;
  if (margins.length === 0 || late <= 0) return null;
  const usual = least === most ? least : `${least} to ${most}`;
  return `The last ${margins.length} renewals came ${usual} days before expiry. This one is ${plural(late, 'day')} late.`;
};

const within = (least: Date, date: Date, most: Date): Date => {
  const atLeast = date < least ? least : date;
  return atLeast < most ? atLeast : most;
};

const byWindow = (life: Lifetime, { start, end }: RenewalWindow): RenewalPlan => {
  const grace = Math.max(HOUR_MS, (life.notAfter.getTime() - end.getTime()) * GRACE_SHARE);
  // A window beyond the end of the certificate does not postpone the alert until then.
  const lateAt = new Date(Math.min(end.getTime() + Math.round(grace), at(life, RHYTHM_SHARE_MAX).getTime()));
  return { dueAt: within(life.notBefore, start, lateAt), lateAt, basis: 'ari' };
};

const byRhythm = (life: Lifetime, shares: readonly number[]): RenewalPlan => {
  const latest = Math.min(Math.max(...shares), RHYTHM_SHARE_MAX);
  const usual = lateShareOf(life);
  const late = latest > usual ? latest + (1 - latest) * GRACE_SHARE : usual;
  return { dueAt: at(life, Math.min(...shares, latest)), lateAt: at(life, late), basis: 'rhythm' };
};

const withoutWindow = (facts: RenewalFacts): RenewalPlan => {
  const shares = renewalRhythm(facts.periods);
  if (shares.length > 0) return byRhythm(facts, shares);
  return { dueAt: at(facts, dueShareOf(lifeMs(facts))), lateAt: at(facts, lateShareOf(facts)), basis: 'lifetime' };
};

/**
 * Decides when a renewal is due and late: by the CA's window, else by the endpoint's rhythm, else by the lifetime. A window that was
 * moved to the past makes it due, but not late: `renew_now` alerts on it.
 */
export const planRenewal = (facts: RenewalFacts): RenewalPlan => {
  const { window, notBefore } = facts;
  if (window === null) return withoutWindow(facts);
  if (!window.asksNow) return byWindow(facts, window);
  const usual = withoutWindow(facts);
  return { dueAt: within(notBefore, window.start, usual.dueAt), lateAt: usual.lateAt, basis: 'ari' };
};

/** When a certificate of this life is usually renewed. */
export const renewalOpensAt = (life: Lifetime): Date => at(life, dueShareOf(lifeMs(life)));

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
