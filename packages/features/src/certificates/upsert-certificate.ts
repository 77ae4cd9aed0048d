import { certificates, environments } from '@notafter/db';
import { type CertificateId, cleanTags, DomainError, parseTarget } from '@notafter/domain';
import type { UpsertCertificateInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { environmentsWithin, withinReach } from '../certificate-reach.ts';
import { type OrgContext, requirePermission } from '../context.ts';
import { addCertificate } from './add-certificate.ts';
import { type CertificateView, getViewForOrg } from './internal/certificate-view.ts';
import { updateCertificateTags } from './update-certificate-tags.ts';

export interface UpsertedCertificate {
  readonly certificate: CertificateView;
  readonly created: boolean;
}

const findByTarget = async (ctx: OrgContext, domain: string): Promise<CertificateId | undefined> => {
  const { host, port } = parseTarget(domain);
  const [found] = await ctx.db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(withinReach(ctx.reach), eq(certificates.host, host), eq(certificates.port, port)));
  return found?.id;
};

/** Of two callers that add the same endpoint at once, the second one goes on with what the first added. */
const findOrAdd = async (ctx: OrgContext, domain: string): Promise<{ readonly id: CertificateId; readonly created: boolean }> => {
  const present = await findByTarget(ctx, domain);
  if (present !== undefined) return { id: present, created: false };
  try {
    return { id: (await addCertificate(ctx, { domain })).certificate.id, created: true };
  } catch (error) {
    const added = error instanceof DomainError && error.code === 'certificate_exists' ? await findByTarget(ctx, domain) : undefined;
    if (added === undefined) throw error;
    return { id: added, created: false };
  }
};

/** Refused before anything is added, so that a refusal leaves nothing behind. */
const refuseUnusable = async (ctx: OrgContext, { tags, environmentId }: UpsertCertificateInput): Promise<void> => {
  if (tags !== undefined) cleanTags(tags);
  if (environmentId === undefined || environmentId === null) return;
  if (ctx.entitlements.environmentLimit === 0) throw new DomainError('environment_plan');
  const [known] = await ctx.db
    .select({ id: environments.id })
    .from(environments)
    .where(and(eq(environments.id, environmentId), environmentsWithin(ctx.reach)));
  if (known === undefined) throw new DomainError('environment_not_found');
};

const sameTags = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/**
 * Monitors an endpoint with these tags and this environment, whether it is monitored already or not; what is left out stays
 * as it is. Called again with the same, it changes nothing. Throws as `addCertificate` and `updateCertificateTags` do.
 */
export const upsertCertificate = async (ctx: OrgContext, input: UpsertCertificateInput): Promise<UpsertedCertificate> => {
  requirePermission(ctx, 'certificates/upsert-certificate');
  await refuseUnusable(ctx, input);
  const { id, created } = await findOrAdd(ctx, input.domain);
  const before = await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now());
  const tags = input.tags === undefined ? before.tags : cleanTags(input.tags);
  const environmentId = input.environmentId === undefined ? before.environmentId : input.environmentId;
  if (sameTags(tags, before.tags) && environmentId === before.environmentId) return { certificate: before, created };
  const { certificate } = await updateCertificateTags(ctx, { id, tags, environmentId });
  return { certificate, created };
};
