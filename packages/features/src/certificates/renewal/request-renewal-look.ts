import { renewalPreflights } from '@notafter/db';
import { addMs, MINUTE_MS } from '@notafter/domain';
import { monitoredCertificateInput } from '@notafter/domain/inputs';
import { sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lookAtDomainsJob } from '../certificate-jobs.ts';
import { findRenewalDomain } from './get-renewal-check.ts';

export interface RequestedLook {
  /** The last look so far. */
  readonly lookedAt: Date | null;
  /** False if the last look is too recent. */
  readonly isDue: boolean;
}

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
})(async (ctx, { certificateId }): Promise<RequestedLook> => {
  const { domain } = await findRenewalDomain(ctx, certificateId);
  if (domain === null) return { lookedAt: null, isDue: false };
  const now = ctx.clock.now();
  return withTransaction(ctx, async (tx, audit) => {
    const [due] = await tx.db
      .insert(renewalPreflights)
      .values({ orgId: tx.org.id, domain, nextLookAt: now })
      .onConflictDoUpdate({
        target: [renewalPreflights.orgId, renewalPreflights.domain],
        set: { nextLookAt: now },
        setWhere: sql`coalesce(${renewalPreflights.lookedAt} < ${addMs(now, -LOOK_AGAIN_MS).toISOString()}::timestamptz, true)`,
      })
      .returning({ lookedAt: renewalPreflights.lookedAt });
    if (due !== undefined) await tx.jobs.enqueue(tx.db, lookAtDomainsJob, {});
    audit({ subjectId: certificateId, detail: { domain } });
    return { lookedAt: due?.lookedAt ?? null, isDue: due !== undefined };
  });
});
