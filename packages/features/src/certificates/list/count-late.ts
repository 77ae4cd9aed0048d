import { certificateRenewals, certificates } from '@notafter/db';
import { expiryRange } from '@notafter/domain';
import { and, count, eq, gte, lt, lte, type SQL } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';

/** Condition on `certificates` joined with `certificateRenewals`. */
export const isLate = (reach: CertificateReach, now: Date): SQL | undefined => {
  const { from } = expiryRange('critical', now);
  const { until } = expiryRange('warning', now);
  return and(
    withinReach(reach),
    lte(certificateRenewals.lateAt, now),
    from === null ? undefined : gte(certificates.expiresAt, from),
    until === null ? undefined : lt(certificates.expiresAt, until),
  );
};

/** Few are late, so they are found by the time at which they became so. */
export const countLate = async ({ db, reach }: Pick<OrgContext, 'db' | 'reach'>, now: Date): Promise<number> => {
  const [row] = await db
    .select({ late: count() })
    .from(certificateRenewals)
    .innerJoin(certificates, eq(certificates.id, certificateRenewals.certificateId))
    .where(isLate(reach, now));
  return row?.late ?? 0;
};
