import { certificateDeployments, type Transaction } from '@notafter/db';
import { type CertificateId, decideDeployment, type OrganizationId } from '@notafter/domain';
import { inArray, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { plainArray } from '../internal/sql-arrays.ts';
import { loadComparedEndpoints } from './internal/compared-endpoints.ts';

type PlanContext = Pick<TransactionContext<SystemContext>, 'db' | 'clock'>;

/** Endpoints of the organization that serve one of these certificates. */
const listServing = async (db: Transaction, orgId: OrganizationId, fingerprints: readonly string[]): Promise<CertificateId[]> => {
  const rows = await db.execute<{ id: CertificateId }>(sql`
    select certificate.id from certificate_renewals as renewal
    join certificates as certificate on certificate.id = renewal.certificate_id and certificate.org_id = ${orgId}
    where renewal.fingerprint256 = any(${plainArray(fingerprints)}::text[])
    union
    select certificate.id from certificate_deployments as deployment
    join certificates as certificate on certificate.id = deployment.certificate_id and certificate.org_id = ${orgId}
    where deployment.served = any(${plainArray(fingerprints)}::text[]) or deployment.known = any(${plainArray(fingerprints)}::text[])`);
  return rows.map(({ id }) => id);
};

/** Compares these endpoints with what their organization knows, and stores those that differ. */
export const planDeployments = async ({ db, clock }: PlanContext, ids: readonly CertificateId[]): Promise<void> => {
  if (ids.length === 0) return;
  const endpoints = await loadComparedEndpoints(db, ids);
  const rows = [...endpoints]
    .flatMap(([certificateId, endpoint]) => {
      const decided = decideDeployment(endpoint);
      return decided === null ? [] : [{ certificateId, ...decided, since: clock.now() }];
    })
    .sort((one, other) => (one.certificateId < other.certificateId ? -1 : 1));
  const differing = new Set(rows.map(({ certificateId }) => certificateId));
  const agreeing = ids.filter((id) => !differing.has(id));
  if (agreeing.length > 0) await db.delete(certificateDeployments).where(inArray(certificateDeployments.certificateId, agreeing));
  if (rows.length === 0) return;
  const { served, state, since } = certificateDeployments;
  await db
    .insert(certificateDeployments)
    .values(rows)
    .onConflictDoUpdate({
      target: certificateDeployments.certificateId,
      set: {
        state: sql`excluded.state`,
        served: sql`excluded.served`,
        known: sql`excluded.known`,
        since: sql`case when ${state} = excluded.state and ${served} = excluded.served then ${since} else excluded.since end`,
      },
    });
};

/** An endpoint that serves another certificate than before. */
export interface MovedEndpoint {
  readonly id: CertificateId;
  /** Null at its first check. */
  readonly before: string | null;
}

/** More of them wait for the next that moves: where so many serve one certificate, the first are enough for an alert. */
const LEFT_BEHIND_MAX = 200;

/** Endpoints that serve what one of the moved ones served, and are not known to be left behind. */
const listLeftBehind = async (db: Transaction, moved: readonly MovedEndpoint[]): Promise<CertificateId[]> => {
  const known = moved.flatMap(({ id, before }) => (before === null ? [] : [{ id, before }]));
  if (known.length === 0) return [];
  const rows = await db.execute<{ id: CertificateId }>(sql`
    select distinct other.id
    from unnest(${plainArray(known.map(({ id }) => id))}::uuid[], ${plainArray(known.map(({ before }) => before))}::text[]) as moved (id, before)
    join certificates as certificate on certificate.id = moved.id
    cross join lateral (
      select renewal.certificate_id as id from certificate_renewals as renewal
      join certificates as other on other.id = renewal.certificate_id and other.org_id = certificate.org_id
      where renewal.fingerprint256 = moved.before
        and not exists (select from certificate_deployments as deployment where deployment.certificate_id = renewal.certificate_id)
      limit ${LEFT_BEHIND_MAX}
    ) as other
    limit ${LEFT_BEHIND_MAX}`);
  return rows.map(({ id }) => id);
};

/** Compares endpoints that moved to another certificate, and those that still serve the one before. Runs in the transaction of their checks. */
export const planMovedDeployments = async (ctx: PlanContext, moved: readonly MovedEndpoint[]): Promise<void> => {
  if (moved.length === 0) return;
  await planDeployments(ctx, [...new Set([...moved.map(({ id }) => id), ...(await listLeftBehind(ctx.db, moved))])]);
};

/** Compares the endpoints that serve one of these certificates: a file or an upload has another one now, or lost it. */
export const planDeploymentsOf = async (ctx: PlanContext, orgId: OrganizationId, fingerprints: readonly string[]): Promise<void> => {
  const changed = [...new Set(fingerprints)].filter((fingerprint) => fingerprint !== '');
  if (changed.length > 0) await planDeployments(ctx, await listServing(ctx.db, orgId, changed));
};
