import { alerts, certificates, type Database, organizations, publicStatusPages } from '@notafter/db';
import {
  addMs,
  type CertificateId,
  DAY_MS,
  type DayState,
  DomainError,
  dayStates,
  daysLeft,
  goodDaysPercent,
  isPublicProblem,
  type PublicProblem,
  type PublicState,
  publicProblems,
  publicStateOf,
  STATUS_DAYS,
  STATUS_ENDPOINTS_MAX,
  statusOf,
  worstState,
} from '@notafter/domain';
import { statusAddressInput } from '@notafter/domain/inputs';
import { and, asc, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import { useCase } from '../use-case.ts';

const INCIDENTS_MAX = 50;

export interface PublicEndpoint {
  readonly domain: string;
  readonly state: PublicState;
  /** Those of now. */
  readonly problems: readonly PublicProblem[];
  readonly notAfter: Date | null;
  /** Whole days, below 0 once expired; null before it was first reached. */
  readonly daysLeft: number | null;
  /** Of the last 90 days, the oldest first. */
  readonly days: readonly DayState[];
  /** Of its known days, those without a problem. */
  readonly goodDaysPercent: number | null;
}

export interface PublicIncident {
  readonly domain: string;
  readonly problem: PublicProblem;
  readonly from: Date;
  readonly until: Date | null;
}

export interface PublicStatus {
  readonly title: string;
  readonly state: PublicState;
  readonly readAt: Date;
  /** Those that expire first, at most a hundred. */
  readonly endpoints: readonly PublicEndpoint[];
  /** Of these endpoints, the newest first, at most fifty. */
  readonly incidents: readonly PublicIncident[];
}

type Incident = PublicIncident & { readonly certificateId: CertificateId };

/** The problems of these endpoints that lasted into the time since, the newest first. */
const readIncidents = async (db: Database, ids: readonly CertificateId[], since: Date): Promise<readonly Incident[]> => {
  if (ids.length === 0) return [];
  const { certificateId, domain, rule, raisedAt, resolvedAt } = alerts;
  const rows = await db
    .select({ certificateId, domain, rule, from: raisedAt, until: resolvedAt })
    .from(alerts)
    .where(
      and(
        inArray(certificateId, [...ids]),
        inArray(rule, Object.keys(publicProblems).filter(isPublicProblem)),
        or(isNull(resolvedAt), gt(resolvedAt, since)),
      ),
    )
    .orderBy(desc(raisedAt), desc(alerts.id));
  return rows.flatMap(({ rule: problem, ...incident }) => (isPublicProblem(problem) ? [{ ...incident, problem }] : []));
};

/** The endpoints that an organization chose, as strangers see them: names, dates and problems. Throws `not_found`. */
export const readPublicStatus = useCase({
  name: 'public-status/read-public-status',
  access: 'anyone',
  input: statusAddressInput,
})(async ({ db, clock }, { address }): Promise<PublicStatus> => {
  const [page] = await db
    .select({
      orgId: publicStatusPages.orgId,
      title: publicStatusPages.title,
      name: publicStatusPages.tagName,
      value: publicStatusPages.tagValue,
    })
    .from(publicStatusPages)
    .innerJoin(organizations, eq(organizations.id, publicStatusPages.orgId))
    .where(and(eq(publicStatusPages.address, address), eq(publicStatusPages.enabled, true), eq(organizations.disabled, false)));
  if (page === undefined) throw new DomainError('not_found');
  const now = clock.now();
  const shown = await db
    .select({ id: certificates.id, domain: certificates.domain, notAfter: certificates.notAfter, createdAt: certificates.createdAt })
    .from(certificates)
    .where(withinReach({ orgId: page.orgId, scope: { tag: { name: page.name, value: page.value } } }))
    .orderBy(asc(certificates.expiresAt), asc(certificates.id))
    .limit(STATUS_ENDPOINTS_MAX);
  const incidents = await readIncidents(
    db,
    shown.map(({ id }) => id),
    addMs(now, -STATUS_DAYS * DAY_MS),
  );
  const incidentsOf = Map.groupBy(incidents, ({ certificateId }) => certificateId);
  const endpoints = shown.map(({ id, domain, notAfter, createdAt }): PublicEndpoint => {
    const own = incidentsOf.get(id) ?? [];
    const problems = [...new Set(own.flatMap(({ problem, until }) => (until === null ? problem : [])))];
    const days = dayStates(createdAt, own, now);
    return {
      ...{ domain, problems, notAfter, days, goodDaysPercent: goodDaysPercent(days) },
      state: publicStateOf(notAfter === null ? null : statusOf(notAfter, now), problems),
      daysLeft: notAfter === null ? null : daysLeft(notAfter, now),
    };
  });
  return {
    ...{ title: page.title, readAt: now, endpoints },
    state: worstState(endpoints.map(({ state }) => state)),
    incidents: incidents.slice(0, INCIDENTS_MAX).map(({ certificateId: _id, ...incident }) => incident),
  };
});
