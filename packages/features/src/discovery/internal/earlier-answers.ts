import { type Database, discoveryJobs, discoveryNames, processes, type StoredAnswer } from '@notafter/db';
import {
  addMs,
  type DiscoveryJobId,
  type DiscoverySourceName,
  FINDINGS_AT_ONCE,
  HOUR_MS,
  type ServiceAnswer,
  type SourceFinding,
  WEB_PORT,
} from '@notafter/domain';
import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { RunningDiscovery } from './found-names.ts';

/** Logs take up to a day to list a certificate anyway, and their services limit requests. */
const ANSWERS_LAST_MS = 6 * HOUR_MS;
/** Of one domain; more are not started within the time. */
const RUNS_MAX = 200;

/** Answers of the services behind a source to an earlier search of the same domain. */
export interface EarlierAnswers {
  readonly runId: DiscoveryJobId;
  readonly answers: readonly ServiceAnswer[];
}

const stillLasting = (answers: readonly StoredAnswer[], since: Date): ServiceAnswer[] =>
  answers.map((answer) => ({ ...answer, fetchedAt: new Date(answer.fetchedAt) })).filter(({ fetchedAt }) => fetchedAt >= since);

/** Returns the organization's last search of the domain with an answer that is still valid; null without one, and if the person asked for a new search. */
export const findEarlierAnswers = async (
  db: Database,
  run: RunningDiscovery,
  source: DiscoverySourceName,
  now: Date,
): Promise<EarlierAnswers | null> => {
  if (run.sources[source].fresh === true) return null;
  const since = addMs(now, -ANSWERS_LAST_MS);
  const runs = await db
    .select({ id: discoveryJobs.id, sources: discoveryJobs.sources })
    .from(discoveryJobs)
    .innerJoin(processes, eq(processes.id, discoveryJobs.id))
    .where(
      and(
        eq(processes.orgId, run.orgId),
        eq(processes.kind, 'discovery'),
        eq(processes.subject, run.domain),
        ne(discoveryJobs.id, run.id),
        gte(processes.createdAt, since),
      ),
    )
    .orderBy(desc(processes.createdAt), desc(discoveryJobs.id))
    .limit(RUNS_MAX);
  for (const { id, sources } of runs) {
    const answers = stillLasting(sources[source].answers ?? [], since);
    if (answers.length > 0) return { runId: id, answers };
  }
  return null;
};

/** Returns the findings of a run from a source without ports, in batches. */
export const readFoundBy = async function* (
  db: Database,
  runId: DiscoveryJobId,
  source: DiscoverySourceName,
): AsyncGenerator<readonly SourceFinding[]> {
  let after = { host: '', isWildcard: false };
  for (;;) {
    const rows = await db
      .select({
        host: discoveryNames.host,
        isWildcard: discoveryNames.isWildcard,
        issuer: discoveryNames.logIssuer,
        notBefore: discoveryNames.logNotBefore,
        notAfter: discoveryNames.logNotAfter,
        san: discoveryNames.logSan,
      })
      .from(discoveryNames)
      .where(
        and(
          eq(discoveryNames.jobId, runId),
          eq(discoveryNames.port, WEB_PORT),
          sql`${source} = any(${discoveryNames.sources})`,
          sql`(${discoveryNames.host}, ${discoveryNames.isWildcard}) > (${after.host}, ${after.isWildcard}::boolean)`,
        ),
      )
      .orderBy(asc(discoveryNames.host), asc(discoveryNames.isWildcard))
      .limit(FINDINGS_AT_ONCE);
    yield rows.map(({ host, isWildcard, issuer, notBefore, notAfter, san }) => ({
      host,
      port: WEB_PORT,
      isWildcard,
      logged: issuer === null || notAfter === null ? null : { issuer, notBefore, notAfter, san: san ?? [] },
      observed: null,
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < FINDINGS_AT_ONCE) return;
    after = last;
  }
};
