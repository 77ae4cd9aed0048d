import { certificateDeployments, certificateRenewals, certificates, checkSchedule, collectors, environments } from '@notafter/db';
import { type CertificateId, parseSearch } from '@notafter/domain';
import type { PrometheusFilterInput } from '@notafter/domain/inputs';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { withinReach } from '../../../certificate-reach.ts';
import type { OrgContext } from '../../../context.ts';
import { matchesNarrowing } from '../../list/internal/certificate-query.ts';
import { findEnvironmentIds } from '../../list/internal/narrowed-page.ts';

/** Condition on `certificates`: the caller's endpoints that the filter leaves. */
export const matchesPrometheusFilter = async (
  { db, reach, clock }: OrgContext,
  { environment, tag }: PrometheusFilterInput,
): Promise<SQL | undefined> => {
  const environmentIds = (environment ?? '') === '' ? undefined : await findEnvironmentIds(db, reach, environment ?? '');
  const narrowing = { search: parseSearch(''), environmentId: undefined, tag: tag || undefined, environmentIds };
  return and(withinReach(reach), matchesNarrowing(reach, narrowing, clock.now()));
};

/** The last row of a page. */
export interface PageEnd {
  readonly domain: string;
  readonly id: CertificateId;
}

/** A page by domain, of which collectors can have one each. Only the columns that Prometheus needs: it reads every minute. */
export const readEndpoints = ({ db }: OrgContext, matches: SQL | undefined, after: PageEnd | null, limit: number) =>
  db
    .select({
      id: certificates.id,
      domain: certificates.domain,
      host: certificates.host,
      port: certificates.port,
      issuer: certificates.issuer,
      notBefore: certificates.notBefore,
      notAfter: certificates.notAfter,
      reasons: certificates.reasons,
      unreachableReason: certificates.unreachableReason,
      lastCheckedAt: checkSchedule.lastCheckedAt,
      lateAt: certificateRenewals.lateAt,
      environment: environments.name,
      collector: collectors.name,
      tags: certificates.tags,
      deploymentState: certificateDeployments.state,
    })
    .from(certificates)
    .leftJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .leftJoin(certificateRenewals, eq(certificateRenewals.certificateId, certificates.id))
    .leftJoin(environments, eq(environments.id, certificates.environmentId))
    .leftJoin(certificateDeployments, eq(certificateDeployments.certificateId, certificates.id))
    .leftJoin(collectors, eq(collectors.id, certificates.collectorId))
    .where(and(matches, after === null ? undefined : sql`(${certificates.domain}, ${certificates.id}) > (${after.domain}, ${after.id})`))
    .orderBy(asc(certificates.domain), asc(certificates.id))
    .limit(limit);

export type EndpointRow = Awaited<ReturnType<typeof readEndpoints>>[number];
