import { type Database, discoveryJobs, discoveryNames, type Executor, type StoredSources, type Transaction } from '@notafter/db';
import {
  type DiscoveryJobId,
  type DiscoverySourceName,
  discoveredTarget,
  formatTarget,
  issuerName,
  isWorthListing,
  LISTED_NAMES_MAX,
  type Observation,
  type OrganizationId,
  type ProbeTarget,
  type SourceFinding,
  wildcardNamed,
} from '@notafter/domain';
import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { StepRun } from '../../steps/define-process.ts';
import { suffixBetween } from '../../typed-domain.ts';

/** A discovery as far as its steps need it. */
export interface RunningDiscovery {
  readonly id: DiscoveryJobId;
  readonly orgId: OrganizationId;
  readonly domain: string;
  readonly sources: StoredSources;
}

/** Reads a discovery for its steps. */
export const readDiscovery = async (db: Database, { id, orgId, subject }: StepRun<'discovery'>): Promise<RunningDiscovery> => {
  const [row] = await db.select({ sources: discoveryJobs.sources }).from(discoveryJobs).where(eq(discoveryJobs.id, id));
  if (row === undefined || subject === null) throw new Error('A discovery has a domain and sources.');
  return { id, orgId, domain: subject, sources: row.sources };
};

export const storeSources = async (db: Transaction, id: DiscoveryJobId, sources: StoredSources): Promise<void> => {
  await db.update(discoveryJobs).set({ sources }).where(eq(discoveryJobs.id, id));
};

/** Names of a served certificate that are kept, so that they can be followed. */
const KEPT_NAMES_MAX = 1_000;

const servedColumns = (observation: Observation | null, domain: string) => {
  if (observation === null) return null;
  if (observation.kind === 'unreachable') return { state: 'looked', reachable: false, detail: observation.detail } as const;
  const [leaf] = observation.chain;
  const san = leaf.san.slice(0, KEPT_NAMES_MAX);
  return {
    state: 'looked',
    reachable: true,
    detail: null,
    issuer: issuerName(leaf),
    notBefore: leaf.notBefore,
    notAfter: leaf.notAfter,
    san,
    wildcard: wildcardNamed(san, domain),
  } as const;
};

type NewName = typeof discoveryNames.$inferInsert;

const rowOf = (run: RunningDiscovery, source: DiscoverySourceName, finding: SourceFinding, now: Date): NewName => {
  const { host, port, isWildcard, observed } = finding;
  const logged = finding.logged !== null && isWorthListing(finding.logged, now) ? finding.logged : null;
  const suffix = suffixBetween(host, run.domain);
  return {
    jobId: run.id,
    host,
    port,
    domain: formatTarget(discoveredTarget(host, port)),
    isWildcard,
    sources: [source],
    isFurther: source === 'san',
    state: isWildcard ? 'looked' : suffix === null ? 'waiting' : 'skipped',
    detail: suffix === null || isWildcard ? null : `Not looked at: below ${suffix} anybody may have names.`,
    logIssuer: logged?.issuer ?? null,
    logNotBefore: logged?.notBefore ?? null,
    logNotAfter: logged?.notAfter ?? null,
    logSan: logged === null ? null : logged.san.slice(0, LISTED_NAMES_MAX),
    wildcard: logged === null ? null : wildcardNamed(logged.san, run.domain),
    ...servedColumns(observed, run.domain),
  };
};

interface Row extends ProbeTarget {
  readonly isWildcard?: boolean;
}

/** Writers that touch the same rows take them in the same order, so that none waits for one that waits for it. */
const inRowOrder = (one: Row, next: Row): number =>
  one.host === next.host
    ? one.port - next.port || Number(one.isWildcard ?? false) - Number(next.isWildcard ?? false)
    : one.host < next.host
      ? -1
      : 1;

/** One row per name: a statement may touch none twice. The log's entry that ends last stands for the others. */
const oncePerName = (findings: readonly SourceFinding[]): SourceFinding[] => {
  const kept = new Map<string, SourceFinding>();
  for (const finding of findings) {
    const key = `${finding.host}:${finding.port}:${finding.isWildcard}`;
    const known = kept.get(key);
    const isLater = (finding.logged?.notAfter.getTime() ?? 0) > (known?.logged?.notAfter.getTime() ?? 0);
    if (known === undefined || isLater) kept.set(key, finding);
  }
  return [...kept.values()].sort(inRowOrder);
};

const isLaterLog = sql`excluded.log_not_after > coalesce(${discoveryNames.logNotAfter}, '-infinity')`;
const isFirstLook = sql`excluded.state = 'looked' and ${discoveryNames.state} = 'waiting'`;
const looked = (column: string, known: unknown) => sql`case when ${isFirstLook} then excluded.${sql.raw(column)} else ${known} end`;
const logged = (column: string, known: unknown) => sql`case when ${isLaterLog} then excluded.${sql.raw(column)} else ${known} end`;

/** Adds what a source found to a run; returns how many names were not known. */
export const addFindings = async (
  db: Transaction,
  run: RunningDiscovery,
  source: DiscoverySourceName,
  findings: readonly SourceFinding[],
  now: Date,
): Promise<number> => {
  if (findings.length === 0) return 0;
  const rows = await db
    .insert(discoveryNames)
    .values(oncePerName(findings).map((finding) => rowOf(run, source, finding, now)))
    .onConflictDoUpdate({
      target: [discoveryNames.jobId, discoveryNames.host, discoveryNames.port, discoveryNames.isWildcard],
      set: {
        sources: sql`case when excluded.sources <@ ${discoveryNames.sources} then ${discoveryNames.sources} else ${discoveryNames.sources} || excluded.sources end`,
        isFurther: sql`${discoveryNames.isFurther} and excluded.is_further`,
        state: looked('state', discoveryNames.state),
        reachable: looked('reachable', discoveryNames.reachable),
        detail: looked('detail', discoveryNames.detail),
        issuer: looked('issuer', discoveryNames.issuer),
        notBefore: looked('not_before', discoveryNames.notBefore),
        notAfter: looked('not_after', discoveryNames.notAfter),
        san: looked('san', discoveryNames.san),
        logIssuer: logged('log_issuer', discoveryNames.logIssuer),
        logNotBefore: logged('log_not_before', discoveryNames.logNotBefore),
        logNotAfter: logged('log_not_after', discoveryNames.logNotAfter),
        logSan: logged('log_san', discoveryNames.logSan),
        wildcard: sql`case when (${isFirstLook} and excluded.issuer is not null) or (${discoveryNames.issuer} is null and ${isLaterLog}) then excluded.wildcard else ${discoveryNames.wildcard} end`,
      },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return rows.filter(({ isNew }) => isNew).length;
};

export interface Look {
  readonly target: ProbeTarget;
  readonly observation: Observation;
}

/** Writes what checks of hosts saw. A host that was checked already stays as it is. */
export const writeLooks = async (db: Transaction, run: RunningDiscovery, looks: readonly Look[]): Promise<void> => {
  for (const { target, observation } of looks.toSorted((one, next) => inRowOrder(one.target, next.target))) {
    await db
      .update(discoveryNames)
      .set({ ...servedColumns(observation, run.domain) })
      .where(
        and(
          eq(discoveryNames.jobId, run.id),
          eq(discoveryNames.host, target.host),
          eq(discoveryNames.port, target.port),
          eq(discoveryNames.isWildcard, false),
          eq(discoveryNames.state, 'waiting'),
        ),
      );
  }
};

/** Hosts that wait for a look: those that DNS knows first, then those whose certificate ends last. */
export const listWaiting = (db: Database, id: DiscoveryJobId, limit: number): Promise<ProbeTarget[]> =>
  db
    .select({ host: discoveryNames.host, port: discoveryNames.port })
    .from(discoveryNames)
    .where(and(eq(discoveryNames.jobId, id), eq(discoveryNames.state, 'waiting')))
    .orderBy(
      sql`${discoveryNames.sources} && '{direct,dns}' desc`,
      sql`${discoveryNames.logNotAfter} desc nulls last`,
      asc(discoveryNames.host),
      asc(discoveryNames.port),
    )
    .limit(limit);

export interface NameCounts {
  readonly names: number;
  readonly waiting: number;
  /** Looks that count towards the limit: the ports of the domain itself do not. */
  readonly looked: number;
}

export const countNames = async (db: Executor, id: DiscoveryJobId): Promise<NameCounts> => {
  const [row] = await db
    .select({
      names: count(),
      waiting: sql<number>`count(*) filter (where ${discoveryNames.state} = 'waiting')`.mapWith(Number),
      looked:
        sql<number>`count(*) filter (where ${discoveryNames.state} = 'looked' and not ${discoveryNames.isWildcard} and not 'direct' = any(${discoveryNames.sources}))`.mapWith(
          Number,
        ),
    })
    .from(discoveryNames)
    .where(eq(discoveryNames.jobId, id));
  return row ?? { names: 0, waiting: 0, looked: 0 };
};

const CERTIFICATES_AT_ONCE = 20;

/** The names in every certificate that was seen served, those of hosts found that very way apart. */
export const readSeenNames = async function* (db: Database, id: DiscoveryJobId): AsyncGenerator<readonly string[]> {
  let after: ProbeTarget = { host: '', port: 0 };
  for (;;) {
    const rows = await db
      .select({ host: discoveryNames.host, port: discoveryNames.port, san: discoveryNames.san })
      .from(discoveryNames)
      .where(
        and(
          eq(discoveryNames.jobId, id),
          eq(discoveryNames.isFurther, false),
          isNotNull(discoveryNames.issuer),
          sql`(${discoveryNames.host}, ${discoveryNames.port}) > (${after.host}, ${after.port}::int)`,
        ),
      )
      .orderBy(asc(discoveryNames.host), asc(discoveryNames.port))
      .limit(CERTIFICATES_AT_ONCE);
    // A certificate that names its own host is not a finding.
    for (const { host, san } of rows) yield (san ?? []).filter((name) => name !== host);
    const last = rows.at(-1);
    if (last === undefined || rows.length < CERTIFICATES_AT_ONCE) return;
    after = last;
  }
};

/** Hosts that still wait are results that nobody looked at. */
export const skipWaiting = async (db: Transaction, id: DiscoveryJobId, detail: string): Promise<void> => {
  await db
    .update(discoveryNames)
    .set({ state: 'skipped', detail })
    .where(and(eq(discoveryNames.jobId, id), eq(discoveryNames.state, 'waiting')));
};
