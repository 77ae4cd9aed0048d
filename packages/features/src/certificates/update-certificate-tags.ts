import { certificates } from '@notafter/db';
import { cleanTags, DomainError } from '@notafter/domain';
import { updateCertificateTagsInput } from '@notafter/domain/inputs';
import { and, eq, sql } from 'drizzle-orm';
import { requireStaysWithin, withinReach } from '../certificate-reach.ts';
import { notify } from '../notifications/delivery/notify.ts';
import { reviewExpiry } from '../notifications/ledger/review-expiry.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { requestRecheck } from './anchors/internal/change-anchors.ts';
import { recheckOutdated } from './anchors/internal/recheck-outdated.ts';
import { type CertificateView, getViewForOrg } from './internal/certificate-view.ts';
import { lockEnvironment } from './internal/lock-environment.ts';

/**
 * Replaces the tags and the environment of a certificate; drops whitespace-only values. With `version`, a save that does not
 * follow the latest one throws `conflict`; without it, the last save wins. Throws `certificate_not_found`,
 * `environment_not_found`, `environment_plan`, `outside_api_key_scope` or `invalid_input`.
 */
export const updateCertificateTags = useCase({
  name: 'certificates/update-certificate-tags',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: updateCertificateTagsInput,
  audit: 'Changed the tags of a certificate',
})(async (ctx, { id, tags, environmentId, version }): Promise<{ certificate: CertificateView }> => {
  const cleaned = cleanTags(tags);
  return withTransaction(ctx, async (tx, audit) => {
    const owned = and(eq(certificates.id, id), withinReach(tx.reach));
    const [before] = await tx.db
      .select({
        version: certificates.version,
        source: certificates.source,
        tags: certificates.tags,
        environmentId: certificates.environmentId,
      })
      .from(certificates)
      .where(owned)
      .for('no key update');
    if (before === undefined) throw new DomainError('certificate_not_found');
    if (version !== undefined && version !== before.version) {
      throw new DomainError('conflict', { conflict: { type: 'certificate', id } });
    }
    const assigned = environmentId === undefined ? before.environmentId : environmentId;
    if (assigned !== null && assigned !== before.environmentId) await lockEnvironment(tx, assigned);
    requireStaysWithin(tx.reach, { environmentId: assigned, tags: cleaned });
    await tx.db
      .update(certificates)
      .set({ tags: cleaned, environmentId: assigned, version: sql`${certificates.version} + 1`, updatedAt: tx.clock.now() })
      .where(eq(certificates.id, id));
    // Its tags may decide what it trusts, and the days to alert on.
    await recheckOutdated(tx.db, [id], { now: tx.clock.now() });
    if (before.source !== 'endpoint') await requestRecheck(tx);
    await notify(tx, await reviewExpiry(tx, [id]));
    const { tags: tagsBefore, environmentId: environmentBefore } = before;
    audit({ subjectId: id, detail: { tags: cleaned, environmentId: assigned, tagsBefore, environmentBefore } });
    return { certificate: await getViewForOrg(tx.db, tx.reach, id, tx.clock.now()) };
  });
});
