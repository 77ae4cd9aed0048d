import { certificates, environments } from '@notafter/db';
import { type CertificateScope, DomainError, isInScope, type OrganizationId, placedInScope, type ScopedPlacement } from '@notafter/domain';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The certificates that a caller can access: the organization's, or those in the scope of its API key. */
export interface CertificateReach {
  readonly orgId: OrganizationId;
  /** Null: all of them. */
  readonly scope: CertificateScope | null;
}

const inScope = (scope: CertificateScope): SQL => {
  if ('environmentId' in scope) return eq(certificates.environmentId, scope.environmentId);
  const { name, value } = scope.tag;
  // The indexed term ignores case; the tag itself is compared exactly.
  return sql`${certificates.tagTerms} <> '{}' and ${certificates.tagTerms} && array[lower(${`${name}=${value}`}::text)]
    and ${certificates.tags} @> ${JSON.stringify({ [name]: value })}::jsonb`;
};

/** Condition on `certificates` for every statement that reads or writes them for a caller. */
export const withinReach = ({ orgId, scope }: CertificateReach): SQL | undefined =>
  and(eq(certificates.orgId, orgId), scope === null ? undefined : inScope(scope));

/** Condition on a column that references a certificate; for a scoped caller, only certificates in its scope. */
export const namesCertificateWithin = (reach: CertificateReach, certificateId: SQLWrapper): SQL | undefined =>
  reach.scope === null
    ? undefined
    : sql`exists (select from ${certificates} where ${certificates.id} = ${certificateId} and ${withinReach(reach)})`;

/** Condition on `environments`: for a scoped caller its own environment, or those of its certificates. */
export const environmentsWithin = (reach: CertificateReach): SQL | undefined => {
  const { orgId, scope } = reach;
  const ofOrg = eq(environments.orgId, orgId);
  if (scope === null) return ofOrg;
  return 'environmentId' in scope
    ? and(ofOrg, eq(environments.id, scope.environmentId))
    : and(
        ofOrg,
        sql`exists (select from ${certificates} where ${certificates.environmentId} = ${environments.id} and ${withinReach(reach)})`,
      );
};

/** Scope in the form that jobs and imports store, which compares as JSON. */
export const isOfScope = (stored: SQL, { scope }: Pick<CertificateReach, 'scope'>): SQL | undefined =>
  scope === null ? undefined : sql`${stored} = ${JSON.stringify(scope)}::jsonb`;

/** Throws `outside_api_key_scope` if a certificate with these properties would leave the caller's scope. */
export const requireStaysWithin = ({ scope }: Pick<CertificateReach, 'scope'>, placement: ScopedPlacement): void => {
  if (scope !== null && !isInScope(scope, placement)) throw new DomainError('outside_api_key_scope');
};

/** Returns where the caller's new certificate goes: into its scope. Throws `outside_api_key_scope` if the caller asks for another place. */
export const placedWithin = (reach: Pick<CertificateReach, 'scope'>, asked: ScopedPlacement): ScopedPlacement => {
  if (reach.scope === null) return asked;
  const placement = placedInScope(reach.scope, asked);
  requireStaysWithin(reach, placement);
  return placement;
};
