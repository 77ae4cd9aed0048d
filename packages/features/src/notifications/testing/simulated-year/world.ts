// A possible year, in whole minutes from its first one. Plain data that both the simulation and the prediction read.

export const DAY = 1440;
export const HOUR = 60;
export const YEAR = 365 * DAY;
/** Midnight in UTC. */
export const START = Date.UTC(2027, 0, 1);
/** The installation is down: `from` inclusive, `until` exclusive. */
export const DOWNTIME = { from: 200 * DAY, until: 210 * DAY };

export interface Span {
  readonly from: number;
  readonly until: number;
}

type PaidPlan = 'Enterprise' | 'Team' | 'Starter' | 'Essentials';

export type SimulatedChannel = 'email' | 'email:ops' | 'slack' | 'slack:blue' | 'pagerduty' | 'webhook';

export interface SimulatedOrg {
  readonly name: string;
  readonly plan: PaidPlan;
  /** When it is downgraded to Forever Free; null: never. */
  readonly downgradedAt: number | null;
  /** By default the only one of its type; `slack:blue` is a second one, which only routes name. */
  readonly channels: readonly ('email' | 'slack' | 'pagerduty' | 'webhook')[];
  readonly routes: readonly { readonly tag: string; readonly channels: readonly SimulatedChannel[] }[];
  /** The start; the first applies from the beginning. Null: never saved. */
  readonly days: readonly { readonly from: number; readonly days: readonly number[] | null }[];
  readonly tagRules: readonly { readonly tag: string; readonly days: readonly number[] }[];
  readonly digestHours: number | null;
  readonly quiet: { readonly from: string; readonly until: string; readonly timeZone: string } | null;
  readonly windows: readonly Span[];
  readonly escalationHours: number | null;
}

export interface Generation {
  /** The number of the endpoint's certificate; one that comes back keeps its number. */
  readonly certificate: number;
  /** When a check first sees it. */
  readonly seenAt: number;
  readonly endsAt: number;
  readonly issuer: string;
}

export interface SimulatedCertificate {
  readonly domain: string;
  readonly org: SimulatedOrg;
  readonly tags: Readonly<Record<string, string>>;
  readonly ownDays: readonly number[] | null;
  readonly generations: readonly Generation[];
  /** Checks that fail to connect, and the one that succeeds again. */
  readonly outage: { readonly checks: readonly number[]; readonly backAt: number } | null;
  /** From the check that finds an incomplete chain to the one that finds a complete one. */
  readonly broken: Span | null;
  readonly snooze: Span | null;
  /** When a person acknowledges all its open alerts. */
  readonly acknowledgedAt: readonly number[];
  readonly removedAt: number | null;
}

export interface World {
  readonly orgs: readonly SimulatedOrg[];
  readonly certificates: readonly SimulatedCertificate[];
}

const nothing = {
  downgradedAt: null,
  routes: [],
  tagRules: [],
  digestHours: null,
  quiet: null,
  windows: [],
  escalationHours: null,
} as const;

const orgs: readonly SimulatedOrg[] = [
  {
    ...nothing,
    name: 'pager',
    plan: 'Enterprise',
    channels: ['email', 'pagerduty'],
    days: [{ from: 0, days: [30, 14, 7, 1] }],
    escalationHours: 24,
  },
  {
    ...nothing,
    name: 'digest',
    plan: 'Team',
    channels: ['email', 'slack'],
    days: [{ from: 0, days: [30, 7] }],
    digestHours: 6,
    quiet: { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' },
  },
  {
    ...nothing,
    name: 'downgraded',
    plan: 'Team',
    downgradedAt: 150 * DAY + 10 * HOUR + 17,
    channels: ['email', 'pagerduty'],
    days: [{ from: 0, days: [30, 14] }],
    digestHours: 12,
    quiet: { from: '23:00', until: '05:00', timeZone: 'America/New_York' },
    escalationHours: 36,
  },
  {
    ...nothing,
    name: 'tagged',
    plan: 'Enterprise',
    channels: ['webhook'],
    routes: [
      { tag: 'team=blue', channels: ['slack:blue'] },
      { tag: 'env=production', channels: ['webhook', 'email:ops'] },
    ],
    days: [{ from: 0, days: null }],
    tagRules: [
      { tag: 'env=production', days: [30, 7] },
      { tag: 'team=blue', days: [14] },
    ],
  },
  {
    ...nothing,
    name: 'starter',
    plan: 'Starter',
    // Slack is not in its plan.
    channels: ['email', 'slack'],
    days: [
      { from: 0, days: [7] },
      { from: 90 * DAY + 12 * HOUR + 3, days: [14, 7, 1] },
    ],
  },
  {
    ...nothing,
    name: 'windows',
    plan: 'Team',
    channels: ['email'],
    days: [{ from: 0, days: [14, 7, 1] }],
    quiet: { from: '00:00', until: '06:00', timeZone: 'UTC' },
    windows: [
      { from: 60 * DAY + 8 * HOUR, until: 64 * DAY },
      { from: 63 * DAY, until: 66 * DAY + 3 * HOUR },
      { from: 208 * DAY, until: 212 * DAY + 9 * HOUR },
    ],
    escalationHours: 48,
  },
];

/** mulberry32: the same year for the same seed. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const isUp = (minute: number): boolean => minute < DOWNTIME.from || minute >= DOWNTIME.until;
const LATE_LEADS = [20 * DAY, 10 * DAY + 5 * HOUR, 5 * DAY + 12 * HOUR, 2 * DAY, 10 * HOUR, -DAY - 3 * HOUR] as const;

/** One certificate after the other at the same endpoint, most renewed in time, some late, some never. */
const makeGenerations = (random: () => number): Generation[] => {
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low));
  const generations: Generation[] = [];
  let [seenAt, endsAt, issuer] = [0, between(3, 120) * DAY + between(0, 24) * HOUR, 'First CA'];
  for (;;) {
    generations.push({ certificate: generations.length, seenAt, endsAt, issuer });
    if (random() < 0.06) return generations;
    const late = LATE_LEADS[between(0, LATE_LEADS.length)] ?? 0;
    const lead = random() < 0.7 ? between(31 * DAY, 60 * DAY) : late;
    const planned = Math.max(endsAt - lead, seenAt + DAY) + between(1, HOUR);
    seenAt = isUp(planned) ? planned : DOWNTIME.until + between(1, 6 * HOUR);
    if (seenAt >= YEAR - DAY) return generations;
    endsAt = Math.max(endsAt, seenAt) + between(50, 100) * DAY + between(0, 24) * HOUR;
    if (random() < 0.12) issuer = issuer === 'First CA' ? 'Second CA' : 'First CA';
  }
};

const ROLLBACK = [2 * HOUR, 3 * DAY, 9 * DAY, 10 * DAY] as const;
/** Six-hourly checks of a load balancer whose second server still has the previous certificate. */
const TURNS = Array.from({ length: 80 }, (_, index) => (index + 1) * 6 * HOUR);

/** After a renewal, at each of these offsets, the endpoint switches to the previous certificate, or back. */
const goBackAndForth = (generations: readonly Generation[], offsets: readonly number[]): Generation[] => {
  const length = offsets.at(-1) ?? 0;
  const at = generations.findIndex(({ seenAt }, index) => {
    const next = generations[index + 1]?.seenAt ?? YEAR;
    const isQuiet = seenAt + length < DOWNTIME.from || seenAt >= DOWNTIME.until;
    return index > 0 && isQuiet && seenAt + length + DAY < next;
  });
  const [before, renewed] = [generations[at - 1], generations[at]];
  if (before === undefined || renewed === undefined) return [...generations];
  const moves = offsets.map((offset, index) => ({ ...(index % 2 === 0 ? before : renewed), seenAt: renewed.seenAt + offset }));
  return [...generations.slice(0, at + 1), ...moves, ...generations.slice(at + 1)];
};

/** Every seventh endpoint is rolled back and forth once, every eleventh alternates for weeks. */
const goBackSometimes = (generations: readonly Generation[], index: number): readonly Generation[] => {
  if (index % 11 === 5) return goBackAndForth(generations, TURNS);
  return index % 7 === 3 ? goBackAndForth(generations, ROLLBACK) : generations;
};

const makeCertificate = (index: number, org: SimulatedOrg, random: () => number): SimulatedCertificate => {
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low));
  const some = (share: number): boolean => random() < share;
  /** A random time of the year so that the whole span passes while everything runs. */
  const upFor = (length: number): number => {
    const at = between(5 * DAY, YEAR - length - DAY);
    return at + length < DOWNTIME.from || at >= DOWNTIME.until ? at : DOWNTIME.until + between(DAY, 40 * DAY);
  };
  const outageAt = upFor(DAY);
  const failed = some(0.7) ? [outageAt, outageAt + 5, outageAt + 15, outageAt + 35] : [outageAt, outageAt + 5];
  const brokenAt = upFor(6 * DAY);
  const snoozedAt = between(5 * DAY, YEAR - 40 * DAY);
  return {
    domain: `site-${index}.${org.name}.example`,
    org,
    tags: { ...(some(0.5) ? { Env: 'Production' } : {}), ...(some(0.3) ? { team: 'Blue' } : {}) },
    ownDays: some(0.15) ? [14] : null,
    generations: goBackSometimes(makeGenerations(random), index),
    outage: some(0.15) ? { checks: failed, backAt: outageAt + between(60, 600) } : null,
    broken: some(0.1) ? { from: brokenAt, until: brokenAt + between(HOUR, 5 * DAY) } : null,
    snooze: some(0.15) && isUp(snoozedAt) ? { from: snoozedAt, until: snoozedAt + between(2, 20) * DAY } : null,
    acknowledgedAt: Array.from({ length: between(0, 8) }, () => between(0, YEAR)).filter(isUp),
    removedAt: some(0.04) ? upFor(1) : null,
  };
};

export const makeWorld = (certificates: number, seed: number): World => {
  const random = randomFrom(seed);
  return {
    orgs,
    certificates: Array.from({ length: certificates }, (_, index) => {
      const org = orgs[index % orgs.length];
      if (org === undefined) throw new Error('The organization was not found.');
      return makeCertificate(index, org, random);
    }),
  };
};

/** Every minute in which a check runs. */
export const checksOf = ({ generations, outage, broken, removedAt }: SimulatedCertificate): number[] => {
  const minutes = [
    ...generations.map(({ seenAt }) => seenAt),
    ...(outage === null ? [] : [...outage.checks, outage.backAt]),
    ...(broken === null ? [] : [broken.from, broken.until]),
  ];
  return [...new Set(minutes)].filter((minute) => removedAt === null || minute < removedAt).sort((one, other) => one - other);
};

/** The observation of such a check. */
export const foundAt = (
  { generations, outage, broken }: SimulatedCertificate,
  minute: number,
): { readonly generation: Generation | null; readonly place: number; readonly broken: boolean } => {
  const place = generations.findLastIndex(({ seenAt }) => seenAt <= minute);
  const gone = outage !== null && minute >= (outage.checks[0] ?? 0) && minute < outage.backAt;
  const generation = gone ? null : (generations[place] ?? null);
  return { generation, place, broken: broken !== null && minute >= broken.from && minute < broken.until };
};
