import { addMs, DAY_MS } from '../../time.ts';
import { plural } from '../../wording.ts';
import type { ClientRules, RuleSource } from '../clients/client-rules.ts';
import { dueShareOf } from './renewal.ts';

/** A certificate is renewed by a client of ACME, by a person, or from an internal CA, which no public limit binds. */
export const renewalWays = ['acme', 'by_hand', 'internal'] as const;
export type RenewalWay = (typeof renewalWays)[number];

/** CAs that issue over ACME only: beginnings of the issuer's name, lower case. */
export const acmeIssuers = ["let's encrypt", 'google trust services'] as const;
/** CAs sell certificates of this life or less for automation only. */
export const AUTOMATED_LIFE_DAYS = 92;
/** Without earlier renewals to go by: people renew near the end. */
const BY_HAND_SHARE = 0.9;
/** Between two renewals, whatever a certificate says of its life. */
const LEAST_DAYS = 0.1;

/** The known facts about an endpoint's certificate and its renewals so far. Days have one decimal. */
export interface RenewalFactsOfEndpoint {
  readonly issuer: string | null;
  /** Whether its chain leads to a public root. */
  readonly isPublic: boolean;
  /** Whether its extended key usage includes client authentication. */
  readonly clientAuth: boolean;
  readonly lifeDays: number;
  /** Days from one renewal to the next by the endpoint's earlier renewals; null if they show no rhythm. */
  readonly rhythmDays: number | null;
}

/** Today's way of renewing an endpoint. */
export interface RenewalHabit extends RenewalFactsOfEndpoint {
  readonly way: RenewalWay;
  /** Days from one renewal to the next. */
  readonly everyDays: number;
}

const startsWith = (issuer: string, names: readonly string[]): boolean => names.some((name) => issuer.toLowerCase().startsWith(name));

const wayOf = ({ issuer, isPublic, lifeDays }: RenewalFactsOfEndpoint): RenewalWay => {
  if (!isPublic) return 'internal';
  return startsWith(issuer ?? '', acmeIssuers) || lifeDays <= AUTOMATED_LIFE_DAYS ? 'acme' : 'by_hand';
};

/** Decides from issuer, life and rhythm how an endpoint is renewed, and how often. */
export const renewalHabitOf = (facts: RenewalFactsOfEndpoint): RenewalHabit => {
  const way = wayOf(facts);
  const share = way === 'by_hand' ? BY_HAND_SHARE : dueShareOf(facts.lifeDays * DAY_MS);
  return { ...facts, way, everyDays: Math.max(LEAST_DAYS, facts.rhythmDays ?? facts.lifeDays * share) };
};

export const readinessLimitKinds = ['lifetime', 'validation_reuse', 'validation_method', 'client_auth'] as const;
export type ReadinessLimitKind = (typeof readinessLimitKinds)[number];

/** A rule for public certificates, from a day on. */
export interface ReadinessLimit {
  /** E.g. `lifetime-2027-03-15-100-days`. */
  readonly id: string;
  readonly kind: ReadinessLimitKind;
  /** ISO 8601 date: of the issuance of a certificate. */
  readonly from: string;
  /** The longest life, or the longest use of a validation; 0 for the other kinds. */
  readonly days: number;
  /** Beginning of the name of the only CA that it binds, lower case; empty: every public one. */
  readonly issuer: string;
  /** A short name, e.g. `100 days`. */
  readonly text: string;
  readonly source: RuleSource;
}

/** The limit in force, with every one to come. */
const fromPresent = <Limit extends { readonly from: string }>(limits: readonly Limit[], now: Date): readonly Limit[] => {
  const begun = limits.filter(({ from }) => new Date(from) <= now).length;
  return limits.slice(Math.max(0, begun - 1));
};

const slugOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

interface LimitTerms extends Pick<ReadinessLimit, 'kind' | 'from' | 'text' | 'source'> {
  readonly days?: number;
  readonly issuer?: string;
}

const limitOf = ({ kind, from, text, source, days = 0, issuer = '' }: LimitTerms): ReadinessLimit => ({
  ...{ kind, from, text, source, days },
  id: slugOf(`${kind} ${from} ${issuer === '' ? text : issuer}`),
  issuer: issuer.toLowerCase(),
});

const lifetimesOf = ({ lifetimes, dates }: ClientRules, now: Date): ReadinessLimit[] => {
  const ofAll = lifetimes.limits.map(({ from, days }) =>
    limitOf({ kind: 'lifetime', from, days, text: plural(days, 'day'), source: lifetimes.source }),
  );
  const ofCas = dates.flatMap(({ on, source, changes }) => {
    if (changes === undefined || !('issuer' in changes)) return [];
    const { issuer, days } = changes;
    return [limitOf({ kind: 'lifetime', from: on, days, issuer, text: `${issuer}: ${plural(days, 'day')}`, source })];
  });
  return [...Map.groupBy([...ofAll, ...ofCas], ({ issuer }) => issuer).values()].flatMap((limits) => fromPresent(limits, now));
};

/** Returns the limits that renewals of today meet, by date. Lives are given with the one that is in force; of the rest, those to come. */
export const readinessLimitsOf = (rules: ClientRules, now: Date): readonly ReadinessLimit[] => {
  const { validationReuse, clientAuthEnds, dates } = rules;
  const others = [
    ...validationReuse.limits.map(({ from, days }) =>
      limitOf({ kind: 'validation_reuse', from, days, text: `Validations of ${plural(days, 'day')}`, source: validationReuse.source }),
    ),
    limitOf({ kind: 'client_auth', from: clientAuthEnds.on, text: 'No client authentication', source: clientAuthEnds.source }),
    ...dates.flatMap(({ on, source, changes }) =>
      changes === undefined || !('method' in changes)
        ? []
        : [limitOf({ kind: 'validation_method', from: on, text: `No validation by ${changes.method}`, source })],
    ),
  ];
  return [...lifetimesOf(rules, now), ...others.filter(({ from }) => new Date(from) > now)].toSorted(
    (one, other) => new Date(one.from).getTime() - new Date(other.from).getTime(),
  );
};

/** How many days a validation of a domain may be used. */
export const reuseDaysAt = ({ validationReuse }: ClientRules, now: Date): number => fromPresent(validationReuse.limits, now)[0]?.days ?? 0;

/**
 * The effect of a limit on today's way of renewing. `misses`: the certificate expires before its next renewal. `check`: it does if the renewal
 * goes by a fixed number of days, or the certificate or validation is used in the way that ends. `more_work`: each renewal needs a
 * validation by hand. `unaffected`: the limit does not bind this certificate.
 */
export const readinessStates = ['unaffected', 'ready', 'more_work', 'check', 'misses'] as const;
export type ReadinessState = (typeof readinessStates)[number];

/** Returns what becomes of an endpoint's way of renewing; `reuseNow` is how many days a validation may be used today. */
export const readinessStateOf = (habit: RenewalHabit, { kind, days, issuer }: ReadinessLimit, reuseNow: number): ReadinessState => {
  const { way, everyDays, lifeDays, clientAuth } = habit;
  if (way === 'internal' || !startsWith(habit.issuer ?? '', [issuer])) return 'unaffected';
  if (kind === 'client_auth') return clientAuth ? 'check' : 'unaffected';
  if (kind === 'lifetime') {
    if (lifeDays <= days || everyDays < days) return 'ready';
    return way === 'acme' ? 'check' : 'misses';
  }
  if (way === 'acme') return 'ready';
  if (kind === 'validation_method') return 'check';
  return everyDays > days && everyDays <= reuseNow ? 'more_work' : 'ready';
};

/** When an endpoint is renewed next if that goes on as it did; now if it is overdue. */
export const nextRenewalOf = ({ everyDays }: RenewalHabit, notBefore: Date, now: Date): Date =>
  new Date(Math.max(notBefore.getTime() + Math.round(everyDays * DAY_MS), now.getTime()));

/**
 * Returns when a limit first shows: the day on which a certificate expires that was renewed under it and is not renewed again in time, or
 * for the other kinds the first renewal under it.
 */
export const firstAffected = (habit: RenewalHabit, notBefore: Date, { kind, from, days }: ReadinessLimit, now: Date): Date => {
  const everyMs = habit.everyDays * DAY_MS;
  const next = nextRenewalOf(habit, notBefore, now).getTime();
  const wait = new Date(from).getTime() - next;
  const renewal = new Date(Math.round(next + Math.max(0, Math.ceil(wait / everyMs)) * everyMs));
  return kind === 'lifetime' ? addMs(renewal, days * DAY_MS) : renewal;
};

/** A stage of the limits on lives, with the use of validations at the time. */
export interface ReadinessStage {
  readonly from: string;
  readonly days: number;
  readonly reuseDays: number;
}

/** Returns the stage in force and those to come. */
export const readinessStagesOf = (rules: ClientRules, now: Date): readonly ReadinessStage[] =>
  fromPresent(rules.lifetimes.limits, now).map(({ from, days }) => ({
    from,
    days,
    reuseDays: reuseDaysAt(rules, new Date(from)),
  }));

/** Actions by hand in a year. */
export interface YearOfWork {
  readonly orders: number;
  /** Of domains: by each order whose last validation is too old. */
  readonly validations: number;
  /** On each endpoint that serves the certificate. */
  readonly installs: number;
}

const YEAR_DAYS = 365;
export const noWork: YearOfWork = { orders: 0, validations: 0, installs: 0 };

/** Certificates that are renewed in the same way, and the endpoints that serve them. */
export interface RenewedCertificates {
  readonly certificates: number;
  readonly endpoints: number;
}

/** Returns the work of renewals by hand, each at the same share of a life that the stage allows. */
export const workOf = (
  habit: RenewalHabit,
  { certificates, endpoints }: RenewedCertificates,
  { days, reuseDays }: ReadinessStage,
): YearOfWork => {
  if (habit.way !== 'by_hand') return noWork;
  const every = habit.lifeDays > days ? (habit.everyDays * days) / habit.lifeDays : habit.everyDays;
  const yearly = YEAR_DAYS / every;
  const orders = yearly * certificates;
  return { orders, validations: orders / (Math.floor(reuseDays / every) + 1), installs: yearly * endpoints };
};

export const addWork = (one: YearOfWork, other: YearOfWork): YearOfWork => ({
  orders: one.orders + other.orders,
  validations: one.validations + other.validations,
  installs: one.installs + other.installs,
});

/** Cost of an action by hand: hours, and US dollars an hour. Nobody publishes a measured figure; these are to be set. */
export interface WorkAssumptions {
  readonly orderHours: number;
  readonly validationHours: number;
  readonly installHours: number;
  readonly hourlyRate: number;
}
export const defaultWorkAssumptions: WorkAssumptions = { orderHours: 0.5, validationHours: 0.25, installHours: 0.5, hourlyRate: 75 };

/** Hours a year. */
export const hoursOf = ({ orders, validations, installs }: YearOfWork, assumed: WorkAssumptions): number =>
  orders * assumed.orderHours + validations * assumed.validationHours + installs * assumed.installHours;

/** Certificates named as those to automate first. */
export const AUTOMATE_FIRST = 10;
