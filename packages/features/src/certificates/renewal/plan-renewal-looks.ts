import { certificates } from '@notafter/db';
import { type CertificateId, DAY_MS, type OrganizationId } from '@notafter/domain';
import { and, asc, gt, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { registrableDomainOf } from '../registrable-domain.ts';
import { isCheckedHere } from '../reports/collector-endpoints.ts';

const ROWS_AT_ONCE = 5_000;
/** A new domain is looked at within so many milliseconds of its first plan. */
const SPREAD_MS = DAY_MS / 24;

interface Planned {
  readonly org_id: OrganizationId;
  readonly domain: string;
}

/**
 * Job, hourly: gives each registrable domain of an organization's certificates its row, and deletes the rows of domains without
 * certificates. First looks are spread over an hour.
 */
export const planRenewalLooks = useCase({
  name: 'certificates/plan-renewal-looks',
  access: 'system',
})(async (ctx): Promise<number> => {
  const planned = new Map<string, Planned>();
  let after: CertificateId | null = null;
  for (;;) {
    const rows: { readonly id: CertificateId; readonly orgId: OrganizationId; readonly host: string }[] = await ctx.db
      .select({ id: certificates.id, orgId: certificates.orgId, host: certificates.host })
      .from(certificates)
      // A name of a closed network is nobody's business outside.
      .where(and(isCheckedHere, after === null ? undefined : gt(certificates.id, after)))
      .orderBy(asc(certificates.id))
      .limit(ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const { orgId, host } of rows) {
      const domain = registrableDomainOf(host);
      if (domain !== null) planned.set(`${orgId} ${domain}`, { org_id: orgId, domain });
    }
    after = last.id;
  }
  const now = ctx.clock.now().toISOString();
  const rows = JSON.stringify([...planned.values()]);
  await withTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`
      insert into renewal_preflights (org_id, domain, next_look_at)
      select planned.org_id, planned.domain,
        ${now}::timestamptz + mod(abs(hashtext(planned.domain)::bigint), ${SPREAD_MS}::bigint) * interval '1 ms'
      from jsonb_to_recordset(${rows}::jsonb) as planned (org_id uuid, domain text)
      join organizations on organizations.id = planned.org_id
      order by planned.org_id, planned.domain
      on conflict (org_id, domain) do nothing`);
    await tx.db.execute(sql`
      delete from renewal_preflights as preflight where not exists (
        select from jsonb_to_recordset(${rows}::jsonb) as planned (org_id uuid, domain text)
        where planned.org_id = preflight.org_id and planned.domain = preflight.domain)`);
  });
  return planned.size;
});
