import type { Executor } from '@notafter/db';
import { certificates } from '@notafter/db';
import {
  AUTOMATE_FIRST,
  addWork,
  type CertificateId,
  type ClientRules,
  defaultWorkAssumptions,
  hoursOf,
  noWork,
  type ReadinessLimit,
  type ReadinessStage,
  type ReadinessState,
  type RenewalHabit,
  type RenewalWay,
  readinessLimitsOf,
  readinessStagesOf,
  readinessStateOf,
  renewalHabitOf,
  reuseDaysAt,
  type WorkAssumptions,
  workOf,
  type YearOfWork,
} from '@notafter/domain';
import { eq, sql } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../certificate-reach.ts';
import { cacheFigures } from '../certificates/list/cached-counts.ts';
import { countStatus } from '../certificates/list/certificate-counts.ts';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { type RenewalFactsRow, reachedEndpoints, renewalFacts, wasReached } from './internal/renewal-facts.ts';

/** Endpoints in each state. */
export type CountsOfStates = Readonly<Record<'unaffected' | 'ready' | 'moreWork' | 'check' | 'misses', number>>;

/** A certificate that is renewed by hand, and what that takes at the last stage. */
export interface AutomateFirst {
  /** Of the endpoints that serve it, the one whose name comes first. */
  readonly id: CertificateId;
  readonly domain: string;
  readonly issuer: string | null;
  readonly endpoints: number;
  readonly everyDays: number;
  /** At each stage. */
  readonly work: readonly YearOfWork[];
}

export interface Readiness {
  /** Endpoints ever reached. */
  readonly total: number;
  readonly ways: Readonly<Record<'acme' | 'byHand' | 'internal', number>>;
  readonly limits: readonly (ReadinessLimit & { readonly counts: CountsOfStates })[];
  /** Work by hand in a year: today, and under each coming limit. */
  readonly stages: readonly (ReadinessStage & { readonly work: YearOfWork })[];
  /** The certificates whose automation saves most, at most ten. */
  readonly first: readonly AutomateFirst[];
  readonly assumptions: WorkAssumptions;
}

/** Endpoints whose renewals have the same facts. */
interface Shape {
  readonly habit: RenewalHabit;
  readonly endpoints: number;
  readonly certificates: number;
}

type Figures = Pick<Readiness, 'total'> & { readonly shapes: readonly Shape[]; readonly byHand: readonly ByHand[] };

interface ByHand extends Pick<AutomateFirst, 'id' | 'domain' | 'endpoints'> {
  readonly habit: RenewalHabit;
}

/** Numbers first: a sort seldom comes to the text. */
const factNames = sql`"lifeDays", "rhythmDays", "isPublic", "clientAuth", issuer`;
/** 64 bits for a fingerprint: numbers are grouped in a third of the time of texts. */
const certificateNumber = sql`hashtextextended(${certificates.fingerprint256}, 0)`;

/** Ten certificates of each shape, those that most endpoints serve: the ten with most hours under the last stage are among them. */
const readByHand = async (db: Executor, reach: CertificateReach, shapes: readonly Shape[]): Promise<ByHand[]> => {
  const issuers = [...new Set(shapes.filter(({ habit }) => habit.way === 'by_hand').map(({ habit }) => habit.issuer ?? ''))];
  if (issuers.length === 0) return [];
  const rows = await db.execute<RenewalFactsRow & { id: CertificateId; domain: string; endpoints: number }>(sql`
    with served as (
      select ${certificateNumber} as number, min(${certificates.domain}) as domain, count(*)::int as endpoints, ${renewalFacts}
      from ${reachedEndpoints}
      where ${withinReach(reach)} and ${wasReached} and coalesce(${certificates.issuer}, '') = any(${sql.param(issuers)}::text[])
      group by number, ${factNames}
    ), ranked as (
      select *, row_number() over (partition by ${factNames} order by endpoints desc, number) as place from served
    )
    select (select id from ${certificates} where ${eq(certificates.orgId, reach.orgId)} and ${certificates.domain} = ranked.domain) as id,
      domain, endpoints, ${factNames}
    from ranked where place <= ${AUTOMATE_FIRST}`);
  return rows.flatMap(({ id, domain, endpoints, ...facts }) => {
    const habit = renewalHabitOf(facts);
    return habit.way === 'by_hand' ? [{ id, domain, endpoints, habit }] : [];
  });
};

/** From every row: current, or for more than 10,000 certificates up to five minutes old. */
const readFigures = cacheFigures<Figures>(async (db, reach) => {
  const rows = await db.execute<RenewalFactsRow & { endpoints: number; certificates: number }>(sql`
    select ${factNames}, sum(endpoints)::int as endpoints, count(*)::int as certificates
    from (
      select ${certificateNumber} as number, count(*) as endpoints, ${renewalFacts}
      from ${reachedEndpoints} where ${withinReach(reach)} and ${wasReached}
      group by number, ${factNames}
    ) as served group by ${factNames}`);
  const shapes = rows.map(({ endpoints, certificates: count, ...facts }) => ({
    ...{ habit: renewalHabitOf(facts), endpoints, certificates: count },
  }));
  return {
    total: shapes.reduce((sum, { endpoints }) => sum + endpoints, 0),
    shapes,
    byHand: await readByHand(db, reach, shapes),
  };
});

const wayNames = { acme: 'acme', by_hand: 'byHand', internal: 'internal' } as const satisfies Record<RenewalWay, string>;

const countWays = (shapes: readonly Shape[]): Readiness['ways'] => {
  const counts = { acme: 0, byHand: 0, internal: 0 };
  for (const { habit, endpoints } of shapes) counts[wayNames[habit.way]] += endpoints;
  return counts;
};

const stateNames = {
  unaffected: 'unaffected',
  ready: 'ready',
  more_work: 'moreWork',
  check: 'check',
  misses: 'misses',
} as const satisfies Record<ReadinessState, keyof CountsOfStates>;

const countStates = (shapes: readonly Shape[], limit: ReadinessLimit, reuseNow: number): CountsOfStates => {
  const counts = { unaffected: 0, ready: 0, moreWork: 0, check: 0, misses: 0 };
  for (const { habit, endpoints } of shapes) counts[stateNames[readinessStateOf(habit, limit, reuseNow)]] += endpoints;
  return counts;
};

const firstOf = (byHand: readonly ByHand[], stages: readonly ReadinessStage[]): AutomateFirst[] => {
  const found = byHand.map(({ id, domain, endpoints, habit }) => {
    const work = stages.map((stage) => workOf(habit, { certificates: 1, endpoints }, stage));
    return { id, domain, endpoints, issuer: habit.issuer, everyDays: habit.everyDays, work };
  });
  const hours = ({ work }: AutomateFirst): number => hoursOf(work.at(-1) ?? noWork, defaultWorkAssumptions);
  return found.toSorted((one, other) => hours(other) - hours(one) || (one.domain < other.domain ? -1 : 1)).slice(0, AUTOMATE_FIRST);
};

const judge = ({ total, shapes, byHand }: Figures, rules: ClientRules, now: Date): Readiness => {
  const reuseNow = reuseDaysAt(rules, now);
  const stages = readinessStagesOf(rules, now);
  return {
    total,
    ways: countWays(shapes),
    limits: readinessLimitsOf(rules, now).map((limit) => ({ ...limit, counts: countStates(shapes, limit, reuseNow) })),
    stages: stages.map((stage) => ({
      ...stage,
      work: shapes.reduce((sum, { habit, ...renewed }) => addWork(sum, workOf(habit, renewed, stage)), noWork),
    })),
    first: firstOf(byHand, stages),
    assumptions: defaultWorkAssumptions,
  };
};

/** The figures behind `getReadiness`, also for jobs. */
export const readReadiness = async (ctx: Pick<OrgContext, 'db' | 'clock' | 'reach' | 'config'>): Promise<Readiness> => {
  const now = ctx.clock.now();
  const figures = await readFigures(ctx, await countStatus(ctx.db, ctx.reach, 'all', now));
  return judge(figures, ctx.config.clientRules, now);
};

/** Returns how certificates are renewed today, what becomes of that under each coming limit, and the work that it takes by hand. */
export const getReadiness = useCase({
  name: 'analytics/get-readiness',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
})((ctx): Promise<Readiness> => readReadiness(ctx));
