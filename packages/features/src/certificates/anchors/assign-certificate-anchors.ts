import { certificates } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { assignCertificateAnchorsInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { withinReach } from '../../certificate-reach.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type CertificateAnchors, loadCertificateAnchors } from './internal/certificate-anchors.ts';
import { requestRecheck } from './internal/change-anchors.ts';
import { recheckOutdated } from './internal/recheck-outdated.ts';
import { writeRule } from './internal/write-rule.ts';

/**
 * Sets what one certificate trusts besides the public roots, in place of its tags' and the organization's choice; null follows these
 * again. The endpoint is checked again, an uploaded certificate judged again. Throws `certificate_not_found` or `anchor_set_not_found`.
 */
export const assignCertificateAnchors = useCase({
  name: 'certificates/assign-certificate-anchors',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: assignCertificateAnchorsInput,
  audit: 'Assigned trust anchors to a certificate',
})(async (ctx, { id, anchors }): Promise<{ anchors: CertificateAnchors }> => {
  return withTransaction(ctx, async (tx, audit) => {
    const [held] = await tx.db
      .select({
        domain: certificates.domain,
        source: certificates.source,
        anchorFingerprint256: certificates.anchorFingerprint256,
        reasons: certificates.reasons,
      })
      .from(certificates)
      .where(and(eq(certificates.id, id), withinReach(tx.reach)))
      .for('no key update');
    if (held === undefined) throw new DomainError('certificate_not_found');
    const change = await writeRule(tx, { certificateId: id, tag: null }, anchors);
    await recheckOutdated(tx.db, [id], { now: tx.clock.now() });
    if (held.source !== 'endpoint') await requestRecheck(tx);
    audit({ subjectId: id, detail: { domain: held.domain, ...change } });
    return { anchors: await loadCertificateAnchors(tx.db, { id, ...held }) };
  });
});
