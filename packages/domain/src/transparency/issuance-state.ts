import { DAY_MS, HOUR_MS } from '../time.ts';

/**
 * How an issued certificate is judged. `served`: a monitored endpoint at one of its names serves it. `known_key`: it has the key of a
 * certificate that the organization has or had for one of its names. `expected`: issuer, names and rhythm are those of earlier certificates. `unknown`: none of these.
 */
export const issuanceStates = ['served', 'known_key', 'expected', 'unknown'] as const;
export type IssuanceState = (typeof issuanceStates)[number];

/** A person's word on an issued certificate; it overrides every state. */
export const issuanceVerdicts = ['ours', 'not_ours'] as const;
export type IssuanceVerdict = (typeof issuanceVerdicts)[number];

/** How long after its verification a domain's certificates are learned. Those issued or found by then wake nobody. */
export const LEARNING_MS = 7 * DAY_MS;

/** How long after it was logged a renewal may wait for its deployment. */
export const NOT_SERVED_MS = 24 * HOUR_MS;

/** Certificates that one renewal orders together, such as one for each key type, are issued within it. */
const TOGETHER_MS = DAY_MS;

/** A healthy client renews after two thirds of a lifetime; the share of it before which nothing is due by rhythm. */
const EARLIEST_SHARE = 1 / 3;

interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** A certificate as it was issued. */
export interface JudgedIssuance {
  readonly issuerOrganization: string | null;
  readonly names: readonly string[];
  /** Null, as the end is, if it could not be read. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  /** Parts could not be read: there may be more names. */
  readonly isMalformed: boolean;
}

/** An earlier certificate that the organization has, had or accepted. */
export interface Precedent extends Validity {
  readonly issuerOrganization: string | null;
  readonly names: readonly string[];
}

export interface IssuanceEvidence {
  readonly isServed: boolean;
  readonly hasKnownKey: boolean;
  /** Lists of organizations that may issue for its names: the issuer needs to be on each. Empty: any may. */
  readonly allowedIssuers: readonly (readonly string[])[];
  /** In any order. */
  readonly precedents: readonly Precedent[];
}

export interface DecidedIssuance {
  readonly state: IssuanceState;
  /** Why it is `unknown`; null otherwise. */
  readonly reason: UnknownReason | null;
}

/**
 * `issuer`: not one of the allowed ones. `malformed`: it can't be compared with earlier ones. `new_issuer`: the names are known with
 * another. `names`: no earlier certificate has them. `rhythm`: too early, or too many.
 */
export const unknownReasons = ['issuer', 'malformed', 'new_issuer', 'names', 'rhythm'] as const;
export type UnknownReason = (typeof unknownReasons)[number];

const apostrophes = /[\u0060\u00b4\u2018\u2019\u201b\u02bc\uff07]/g;

/** The name of an issuer as it is compared: people and editors type apostrophes, blanks and case as they like. */
const comparableIssuer = (name: string): string => name.replace(apostrophes, "'").replace(/\s+/g, ' ').trim().toLowerCase();

const sameIssuer = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && comparableIssuer(one) === comparableIssuer(other);

/** Sizes of the orders that certificates form by the time of their issuance, the newest first. Those after `until` don't count. */
const ordersOf = (
  precedents: readonly Precedent[],
  until: number,
): { readonly at: number; readonly size: number; readonly lifetime: number }[] => {
  const orders: { at: number; size: number; lifetime: number }[] = [];
  const issued = precedents
    .map(({ notBefore, notAfter }) => ({ at: notBefore.getTime(), lifetime: notAfter.getTime() - notBefore.getTime() }))
    .filter(({ at }) => at <= until + TOGETHER_MS)
    .toSorted((one, other) => other.at - one.at);
  for (const { at, lifetime } of issued) {
    const order = orders.at(-1);
    if (order !== undefined && order.at - at < TOGETHER_MS) order.size += 1;
    else orders.push({ at, size: 1, lifetime });
  }
  return orders;
};

/** Whether a certificate is due by the rhythm of its precedents: late in the life of the last one, or part of an order no larger than before. */
const isDue = (issuance: Validity, precedents: readonly Precedent[]): boolean => {
  const at = issuance.notBefore.getTime();
  const [last, ...earlier] = ordersOf(precedents, at);
  if (last === undefined) return false;
  if (Math.abs(at - last.at) < TOGETHER_MS) return last.size < Math.max(...earlier.map(({ size }) => size), 0);
  return at - last.at >= last.lifetime * EARLIEST_SHARE;
};

/** Judges an issued certificate by what the organization has. Only `unknown` wakes people. */
export const judgeIssuance = (issuance: JudgedIssuance, evidence: IssuanceEvidence): DecidedIssuance => {
  const { isServed, hasKnownKey, allowedIssuers, precedents } = evidence;
  const issuer = issuance.issuerOrganization;
  const isAllowed = allowedIssuers.every((list) => list.some((allowed) => sameIssuer(allowed, issuer)));
  // Before all else: a hijacked name serves its certificate to us, too.
  if (!isAllowed) return { state: 'unknown', reason: 'issuer' };
  if (isServed) return { state: 'served', reason: null };
  // A person who holds the key could already act as the domain.
  if (hasKnownKey) return { state: 'known_key', reason: null };
  const { notBefore, notAfter } = issuance;
  if (issuance.isMalformed || notBefore === null || notAfter === null) return { state: 'unknown', reason: 'malformed' };
  const withNames = precedents.filter(({ names }) => {
    const known = new Set(names);
    return issuance.names.every((name) => known.has(name));
  });
  if (withNames.length === 0) return { state: 'unknown', reason: 'names' };
  const ofIssuer = withNames.filter((precedent) => sameIssuer(precedent.issuerOrganization, issuer));
  // An allowed issuer may be new.
  if (ofIssuer.length === 0 && allowedIssuers.length === 0) return { state: 'unknown', reason: 'new_issuer' };
  return isDue({ notBefore, notAfter }, ofIssuer.length === 0 ? withNames : ofIssuer)
    ? { state: 'expected', reason: null }
    : { state: 'unknown', reason: 'rhythm' };
};
