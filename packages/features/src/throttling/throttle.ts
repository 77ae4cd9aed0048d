import { createHash } from 'node:crypto';
import type { Database } from '@notafter/db';
import { CHALLENGE_VALID_MS, DAY_MS, DomainError, HOUR_MS, MINUTE_MS, OAUTH_FLOW_VALID_MS, SECOND_MS } from '@notafter/domain';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

interface Rule {
  readonly tries: number;
  readonly windowMs: number;
  /** Refusals are counted only in the database, so that refunds open the rule again before its window ends. */
  readonly refunded?: true;
}

/**
 * How often something may be tried. A window opens with the first try and its length is the longest wait: a delay, never a
 * lock-out. The person's own address and network come first, so that strangers who hammer an account do not lock out its owner.
 */
const rules = {
  loginFromNetwork: { tries: 100, windowMs: 15 * MINUTE_MS },
  loginToAccount: { tries: 50, windowMs: 15 * MINUTE_MS },
  loginToAccountFromNetwork: { tries: 8, windowMs: 5 * MINUTE_MS },
  registerFromNetwork: { tries: 20, windowMs: HOUR_MS },
  registerAddress: { tries: 5, windowMs: HOUR_MS },
  resetFromNetwork: { tries: 20, windowMs: HOUR_MS },
  resetAddress: { tries: 4, windowMs: HOUR_MS },
  calendarGuessFromNetwork: { tries: 60, windowMs: 15 * MINUTE_MS },
  calendarFeed: { tries: 600, windowMs: HOUR_MS },
  discoveryDay: { tries: 100, windowMs: DAY_MS },
  discoveryStart: { tries: 30, windowMs: HOUR_MS },
  channelTest: { tries: 60, windowMs: 10 * MINUTE_MS },
  alertLinkGuessFromNetwork: { tries: 60, windowMs: 15 * MINUTE_MS },
  alertLink: { tries: 120, windowMs: HOUR_MS },
  reportConfirmationFromOrganization: { tries: 60, windowMs: DAY_MS },
  reportConfirmationToAddress: { tries: 3, windowMs: DAY_MS },
  reportTest: { tries: 10, windowMs: 10 * MINUTE_MS },
  reportLinkGuessFromNetwork: { tries: 60, windowMs: 15 * MINUTE_MS },
  reportLink: { tries: 60, windowMs: HOUR_MS },
  credentialGuessFromNetwork: { tries: 60, windowMs: 15 * MINUTE_MS },
  // Exact errors about targets that do not serve make a port scanner. Successful tries are refunded.
  failedAddFromOrganization: { tries: 100, windowMs: 10 * MINUTE_MS, refunded: true },
  failedAddFromNetwork: { tries: 200, windowMs: 10 * MINUTE_MS, refunded: true },
  failedImportLineFromOrganization: { tries: 1_000, windowMs: 10 * MINUTE_MS },
  importFromNetwork: { tries: 30, windowMs: 10 * MINUTE_MS },
  invitationFromPerson: { tries: 30, windowMs: HOUR_MS },
  invitationFromOrganization: { tries: 100, windowMs: HOUR_MS },
  invitationToAddress: { tries: 5, windowMs: DAY_MS / 4 },
  invitationGuessFromNetwork: { tries: 60, windowMs: 15 * MINUTE_MS },
  currentPassword: { tries: 10, windowMs: 15 * MINUTE_MS },
  emailChange: { tries: 5, windowMs: HOUR_MS },
  emailChangeToAddress: { tries: 4, windowMs: HOUR_MS },
  oauthFromNetwork: { tries: 200, windowMs: 15 * MINUTE_MS },
  /** A round trip is finished once. */
  oauthFlow: { tries: 1, windowMs: OAUTH_FLOW_VALID_MS },
  // Each visit of the sign-in screen calls this once, for the browser's autofill.
  passkeyLoginFromNetwork: { tries: 600, windowMs: 15 * MINUTE_MS },
  secondFactorOfChallenge: { tries: 5, windowMs: CHALLENGE_VALID_MS },
  // A person guessing here knows the password already: three codes of a million are valid at a time.
  secondFactorOfAccount: { tries: 20, windowMs: HOUR_MS },
  /** Wrong codes before their owner is warned. */
  secondFactorMistake: { tries: 4, windowMs: HOUR_MS },
  secondFactorWarning: { tries: 1, windowMs: DAY_MS },
  mailboxProof: { tries: 3, windowMs: HOUR_MS },
  activationMail: { tries: 3, windowMs: DAY_MS / 4 },
} as const satisfies Record<string, Rule>;

export type ThrottleRule = keyof typeof rules;

export interface Throttle {
  /** Spends one try. Throws `rate_limited` with the wait if none is left. */
  spend(rule: ThrottleRule, subject: string): Promise<void>;
  /** Spends tries for work that was done already, however many are left. */
  charge(rule: ThrottleRule, subject: string, tries: number): Promise<void>;
  /** Throws `rate_limited` if no try is left; spends none. */
  requireLeft(rule: ThrottleRule, subject: string): Promise<void>;
  /** Spends one try and returns whether one was left. */
  trySpend(rule: ThrottleRule, subject: string): Promise<boolean>;
  /** Refunds one try: it did no harm. */
  refund(rule: ThrottleRule, subject: string): Promise<void>;
  /** Refunds every try: the person proved who they are. */
  forgive(rule: ThrottleRule, subject: string): Promise<void>;
}

/** Addresses and networks are counted by their hash; the table contains no names. */
const keyOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

const createLimiter = (db: Database, rule: ThrottleRule): RateLimiterPostgres => {
  const { tries, windowMs, refunded }: Rule = rules[rule];
  return new RateLimiterPostgres({
    storeClient: {
      // Its queries carry only texts and numbers, which postgres.js and node-postgres write alike.
      query: async ({ text, values }: { text: string; values: (string | number | null)[] }) => {
        const rows = await db.$client.unsafe(text, values, { prepare: true });
        return { rows, rowCount: rows.count };
      },
    },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: rule,
    points: tries,
    duration: windowMs / SECOND_MS,
    // A caller over the limit is refused from memory, without a query, until the window ends.
    ...(refunded === true ? {} : { inMemoryBlockOnConsumed: tries + 1 }),
    // `purgeExpired` sweeps the table; the limiter's own timer would outlive the pool.
    clearExpiredByTimeout: false,
  });
};

/** Counts tries in `rate_limits`, so that a restart or a second process forgets nothing. Windows use the process's clock. */
export const createThrottle = (db: Database): Throttle => {
  const limiters = new Map<ThrottleRule, RateLimiterPostgres>();
  const limiterFor = (rule: ThrottleRule): RateLimiterPostgres => {
    const limiter = limiters.get(rule) ?? createLimiter(db, rule);
    limiters.set(rule, limiter);
    return limiter;
  };
  /** Milliseconds to wait, or null if the try was allowed. */
  const take = async (rule: ThrottleRule, subject: string): Promise<number | null> => {
    try {
      await limiterFor(rule).consume(keyOf(subject));
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
      throw refusal;
    }
  };
  const refuse = (waitMs: number): never => {
    throw new DomainError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)) });
  };
  return {
    spend: async (rule, subject) => {
      const waitMs = await take(rule, subject);
      if (waitMs !== null) refuse(waitMs);
    },
    charge: async (rule, subject, tries) => {
      await limiterFor(rule).penalty(keyOf(subject), tries);
    },
    requireLeft: async (rule, subject) => {
      const spent = await limiterFor(rule).get(keyOf(subject));
      if (spent !== null && spent.remainingPoints <= 0) refuse(spent.msBeforeNext);
    },
    trySpend: async (rule, subject) => (await take(rule, subject)) === null,
    refund: async (rule, subject) => {
      await limiterFor(rule).reward(keyOf(subject));
    },
    forgive: async (rule, subject) => {
      await limiterFor(rule).delete(keyOf(subject));
    },
  };
};

const throttles = new WeakMap<Database, Throttle>();

/** The throttle that this process uses for a database. */
export const throttleOf = ({ db }: { readonly db: Database }): Throttle => {
  const throttle = throttles.get(db) ?? createThrottle(db);
  throttles.set(db, throttle);
  return throttle;
};
