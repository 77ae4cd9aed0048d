import { certificates, domainRegistrations, renewalPreflights, type StoredRenewalFinding } from '@notafter/db';
import { DomainError, type RenewalCode, type RenewalSeverity, type SkippedName } from '@notafter/domain';
import { monitoredCertificateInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { registrableDomainOf } from '../registrable-domain.ts';
import { concernedBy, loadDomainCertificates } from './internal/domain-certificates.ts';

/** Possible obstacles to the next renewal of one certificate. */
export interface RenewalCheck {
  /** The registrable domain; null for an address. */
  readonly domain: string | null;
  /** Null until the first look. */
  readonly lookedAt: Date | null;
  readonly nextLookAt: Date | null;
  /** Most severe first. */
  readonly findings: readonly {
    readonly code: RenewalCode;
    readonly severity: RenewalSeverity;
    readonly text: string;
    readonly names: readonly string[];
    readonly firstSeenAt: Date;
  }[];
  /** Names that were not looked at, with the reason. */
  readonly skipped: readonly SkippedName[];
  /** When the domain's registration ends, if its registry says so. */
  readonly registrationEndsAt: Date | null;
}

/** Returns the host of a certificate and its registrable domain. Throws `certificate_not_found`, also for another organization's id. */
export const findRenewalDomain = async (
  ctx: OrgContext,
  certificateId: typeof certificates.$inferSelect.id,
): Promise<{ readonly domain: string | null }> => {
  const [row] = await ctx.db
    .select({ host: certificates.host })
    .from(certificates)
    .where(and(eq(certificates.id, certificateId), withinReach(ctx.reach)));
  if (row === undefined) throw new DomainError('certificate_not_found');
  return { domain: registrableDomainOf(row.host) };
};

const toView = ({ code, severity, text, names, firstSeenAt }: StoredRenewalFinding): RenewalCheck['findings'][number] => ({
  code,
  severity,
  text,
  names,
  firstSeenAt: new Date(firstSeenAt),
});

export const getRenewalCheck = useCase({
  name: 'certificates/get-renewal-check',
  access: 'member',
  apiKey: 'read',
  input: monitoredCertificateInput,
})(async (ctx, { certificateId }): Promise<RenewalCheck> => {
  const { domain } = await findRenewalDomain(ctx, certificateId);
  const none = { domain, lookedAt: null, nextLookAt: null, findings: [], skipped: [], registrationEndsAt: null };
  if (domain === null) return none;
  const [row] = await ctx.db
    .select({ preflight: renewalPreflights, endsAt: domainRegistrations.endsAt })
    .from(renewalPreflights)
    .leftJoin(domainRegistrations, eq(domainRegistrations.domain, renewalPreflights.domain))
    .where(and(eq(renewalPreflights.orgId, ctx.org.id), eq(renewalPreflights.domain, domain)));
  if (row === undefined) return none;
  const { lookedAt, nextLookAt, findings, skipped } = row.preflight;
  const certificatesOfDomain = await loadDomainCertificates(ctx.db, ctx.org.id, domain);
  const concernsThis = (finding: StoredRenewalFinding): boolean =>
    concernedBy(finding, certificatesOfDomain).some(({ id }) => id === certificateId);
  const own = certificatesOfDomain.find(({ id }) => id === certificateId)?.names ?? [];
  return {
    domain,
    lookedAt,
    nextLookAt,
    findings: findings.filter(concernsThis).map(toView),
    skipped: skipped.filter(({ name }) => own.includes(name) || own.includes(`*.${name}`)),
    registrationEndsAt: row.endsAt,
  };
});
