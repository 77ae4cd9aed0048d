import { renewalPreflights } from '@notafter/db';
import { addMs, MINUTE_MS } from '@notafter/domain';
import { monitoredCertificateInput } from '@notafter/domain/inputs';
import { sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lookAtDomainsJob } from '../certificate-jobs.ts';
import { findRenewalDomain } from './get-renewal-check.ts';

/** DNS caches would give the same answers before. */
const LOOK_AGAIN_MS = MINUTE_MS;

/**
 * Has the domain of a certificate looked at now; does nothing within a minute of the last look. An address has no domain.
 * Throws `certificate_not_found`.
 */
export const requestRenewalLook = useCase({
  name: 'certificates/request-renewal-look',
  access: 'admin',
  apiKey: 'write',
  input: monitoredCertificateInput,
  audit: 'Requested a renewal check',
})(async (ctx, { certificateId }): Promise<void> => {
  const { domain } = await findRenewalDomain(ctx, certificateId);
  if (domain === null) return;
  const now = ctx.clock.now();
  await withTransaction(ctx, async (tx, audit) => {
    await tx.db
      .insert(renewalPreflights)
      .values({ orgId: tx.org.id, domain, nextLookAt: now })
      .onConflictDoUpdate({
        target: [renewalPreflights.orgId, renewalPreflights.domain],
        set: { nextLookAt: now },
        setWhere: sql`coalesce(${renewalPreflights.lookedAt} < ${addMs(now, -LOOK_AGAIN_MS).toISOString()}::timestamptz, true)`,
      });
    await tx.jobs.enqueue(tx.db, lookAtDomainsJob, {});
    audit({ subjectId: certificateId, detail: { domain } });
  });
});
