import { certificates } from '@notafter/db';
import {
  type CertificateId,
  firstAffected,
  nextRenewalOf,
  type ReadinessLimit,
  type ReadinessState,
  type RenewalHabit,
  readinessLimitsOf,
  readinessStateOf,
  renewalHabitOf,
  reuseDaysAt,
} from '@notafter/domain';
import { listReadinessInput } from '@notafter/domain/inputs';
import { and, inArray, sql } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import { countByStatus } from '../certificates/list/certificate-counts.ts';
import { findByDomain } from '../certificates/list/find-by-domain.ts';
import { readPage, type Stretch } from '../certificates/list/paging.ts';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { type RenewalFactsRow, reachedEndpoints, renewalFacts, wasReached } from './internal/renewal-facts.ts';

/** The effect of one limit on an endpoint's renewals. */
export interface EffectOfLimit {
  /** Of a `ReadinessLimit`. */
  readonly limit: string;
  readonly state: ReadinessState;
  /** When it first shows; null if it does not. */
  readonly at: Date | null;
}

export interface EndpointReadiness {
  readonly id: CertificateId;
  readonly domain: string;
  /** How it is renewed; null if it was never reached. */
  readonly renewal: (Pick<RenewalHabit, 'way' | 'everyDays' | 'lifeDays' | 'issuer'> & { readonly next: Date }) | null;
  readonly effects: readonly EffectOfLimit[];
}

export interface ReadinessList {
  readonly endpoints: readonly EndpointReadiness[];
  readonly limits: readonly ReadinessLimit[];
  readonly total: number;
  readonly nextCursor: string | null;
}

const isUntouched = (state: ReadinessState): boolean => state === 'ready' || state === 'unaffected';

interface Judging {
  readonly limits: readonly ReadinessLimit[];
  readonly reuseNow: number;
  readonly now: Date;
}

const readinessOf = (
  facts: RenewalFactsRow,
  notBefore: Date,
  { limits, reuseNow, now }: Judging,
): Omit<EndpointReadiness, 'id' | 'domain'> => {
  const habit = renewalHabitOf(facts);
  const { way, everyDays, lifeDays, issuer } = habit;
  return {
    renewal: { way, everyDays, lifeDays, issuer, next: nextRenewalOf(habit, notBefore, now) },
    effects: limits.map((limit) => {
      const state = readinessStateOf(habit, limit, reuseNow);
      return { limit: limit.id, state, at: isUntouched(state) ? null : firstAffected(habit, notBefore, limit, now) };
    }),
  };
};

type Row = RenewalFactsRow & { readonly id: CertificateId; readonly domain: string; readonly notBefore: string | null };

const rowsOf = ({ db, reach }: OrgContext, ids: readonly CertificateId[]): Promise<Row[]> =>
  db.execute<Row>(sql`
    select ${certificates.id} as id, ${certificates.domain} as domain,
           case when ${wasReached} then ${certificates.notBefore} end as "notBefore", ${renewalFacts}
    from ${reachedEndpoints} where ${and(withinReach(reach), inArray(certificates.id, [...ids]))}`);

/**
 * Returns one page of the organization's endpoints by domain: how each is renewed, and when each coming limit first shows. Throws
 * `invalid_input` for a cursor of another list.
 */
export const listReadiness = useCase({
  name: 'analytics/list-readiness',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
  input: listReadinessInput,
})(async (ctx, { limit, cursor }): Promise<ReadinessList> => {
  const now = ctx.clock.now();
  const rules = ctx.config.clientRules;
  const judging = { limits: readinessLimitsOf(rules, now), reuseNow: reuseDaysAt(rules, now), now };
  const { total } = await countByStatus(ctx.db, ctx.reach, now);
  const query = { scope: ['readiness'], keyKind: 'text', limit, cursor, page: 'first' } as const;
  const page = await readPage(query, (stretch: Stretch<'certificate'>) =>
    findByDomain(ctx, stretch, { order: stretch.backwards ? 'desc' : 'asc', total, now }),
  );
  const ids = page.rows.map(({ id }) => id);
  const byId = new Map(ids.length === 0 ? [] : (await rowsOf(ctx, ids)).map((row) => [row.id, row]));
  return {
    endpoints: ids.flatMap((id): EndpointReadiness[] => {
      const row = byId.get(id);
      if (row === undefined) return [];
      const { domain, notBefore, ...facts } = row;
      if (notBefore === null) return [{ id, domain, renewal: null, effects: [] }];
      return [{ id, domain, ...readinessOf(facts, new Date(notBefore), judging) }];
    }),
    limits: judging.limits,
    total,
    nextCursor: page.nextCursor,
  };
});
