import { alertDayRules, certificates } from '@notafter/db';
import { type AlertDayRuleId, type CertificateId, clipAlertDays } from '@notafter/domain';
import { asc, eq, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

/** Alert days of one certificate or of all with a tag; exactly one of the two is given. */
export interface DayRule {
  readonly id: AlertDayRuleId;
  readonly certificateId: CertificateId | null;
  readonly domain: string | null;
  /** `name=value` in lower case. */
  readonly tag: string | null;
  /** The days in effect with the current plan. */
  readonly days: readonly number[];
}

/** Returns every rule of the organization, those of certificates first, by name. */
export const listDayRules = useCase({
  name: 'notifications/list-day-rules',
  access: 'member',
})(async (ctx): Promise<{ rules: DayRule[] }> => {
  const { id, certificateId, tag, days, orgId } = alertDayRules;
  const rows = await ctx.db
    .select({ id, certificateId, domain: certificates.domain, tag, days })
    .from(alertDayRules)
    .leftJoin(certificates, eq(certificates.id, certificateId))
    .where(eq(orgId, ctx.org.id))
    .orderBy(sql`${tag} asc nulls first`, asc(certificates.domain), asc(id));
  return { rules: rows.map((row) => ({ ...row, days: clipAlertDays(row.days, ctx.entitlements.alertDays) })) };
});
