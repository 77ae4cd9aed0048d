import { certificates, environments } from '@notafter/db';
import { type CertificateId, cleanTags, DomainError, formatTarget, type ScopedPlacement, targetWith } from '@notafter/domain';
import type { AddCertificateInput, UpsertCertificateInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { environmentsWithin, placedWithin, requireStaysWithin, withinReach } from '../certificate-reach.ts';
import type { OrgContext } from '../context.ts';
import { useCase } from '../use-case.ts';
import { addCertificate } from './add-certificate.ts';
import { assignCertificateAnchors } from './anchors/assign-certificate-anchors.ts';
import { findChoice } from './anchors/internal/certificate-anchors.ts';
import { type CertificateView, getViewForOrg } from './internal/certificate-view.ts';
import { isCheckedHere } from './reports/collector-endpoints.ts';
import { updateCertificateTags } from './update-certificate-tags.ts';

export interface UpsertedCertificate {
  readonly certificate: CertificateView;
  readonly created: boolean;
}

const findByTarget = async (
  ctx: OrgContext,
  { domain, anchors: _anchors, ...parts }: AddCertificateInput,
): Promise<CertificateId | undefined> => {
  const [found] = await ctx.db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(withinReach(ctx.reach), eq(certificates.domain, formatTarget(targetWith(domain, parts))), isCheckedHere));
  return found?.id;
};

/** If two callers add the same endpoint concurrently, the second continues with the row of the first. */
const findOrAdd = async (
  ctx: OrgContext,
  endpoint: AddCertificateInput,
  placement: ScopedPlacement,
): Promise<CertificateId | CertificateView> => {
  const present = await findByTarget(ctx, endpoint);
  if (present !== undefined) return present;
  try {
    return (await addCertificate(ctx, endpoint, placement)).certificate;
  } catch (error) {
    const added = error instanceof DomainError && error.code === 'certificate_exists' ? await findByTarget(ctx, endpoint) : undefined;
    if (added === undefined) throw error;
    return added;
  }
};

/** Returns where a new certificate goes. Throws `outside_api_key_scope` before adding, as changing one to these values would. */
const placementOf = ({ reach }: OrgContext, { tags, environmentId }: UpsertCertificateInput): ScopedPlacement => {
  const own = placedWithin(reach, { environmentId: null, tags: {} });
  const placement = {
    environmentId: environmentId === undefined ? own.environmentId : environmentId,
    tags: tags === undefined ? own.tags : cleanTags(tags),
  };
  requireStaysWithin(reach, placement);
  return placement;
};

/** Checked before anything is added, so that a refusal leaves nothing behind. */
const refuseUnusable = async (ctx: OrgContext, { environmentId }: UpsertCertificateInput): Promise<void> => {
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
 * Monitors an endpoint with these tags, this environment and these anchors, whether it is monitored already or not; absent fields keep their
 * values. Calling it again with the same input changes nothing. Throws as `addCertificate` and `updateCertificateTags` do.
 */
export const upsertCertificate = useCase({
  name: 'certificates/upsert-certificate',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  audit: 'Added or changed a certificate',
})(async (ctx, input: UpsertCertificateInput): Promise<UpsertedCertificate> => {
  await refuseUnusable(ctx, input);
  const found = await findOrAdd(ctx, input, placementOf(ctx, input));
  if (typeof found === 'object') return { certificate: found, created: true };
  const id = found;
  const before = await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now());
  const tags = input.tags === undefined ? before.tags : cleanTags(input.tags);
  const environmentId = input.environmentId === undefined ? before.environmentId : input.environmentId;
  const { anchors } = input;
  if (anchors !== undefined && anchors !== (await findChoice(ctx.db, id))) await assignCertificateAnchors(ctx, { id, anchors });
  if (sameTags(tags, before.tags) && environmentId === before.environmentId) return { certificate: before, created: false };
  const { certificate } = await updateCertificateTags(ctx, { id, tags, environmentId });
  return { certificate, created: false };
});
