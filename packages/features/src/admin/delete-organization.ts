import { auditLog, calendarCancellations, certificates, organizations, services } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { organizationIdInput } from '@notafter/domain/inputs';
import { eq, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { lockForAdmin } from './internal/organization-rows.ts';

const TIMEOUT_MS = 10 * 60 * 1000;

/**
 * Removes an organization and all its data for good, its audit log included; this one row of the audit log goes to the administrator's own
 * organization. Incidents that are open at receivers stay open there. Throws `organization_not_found`, `own_organization`, or
 * `organization_has_services`: nothing else would end what runs on a cloud.
 */
export const deleteOrganization = useCase({
  name: 'admin/delete-organization',
  access: 'platform',
  via: 'session',
  input: organizationIdInput,
  audit: 'Deleted an organization',
})(async (ctx, { id }): Promise<void> => {
  if (id === ctx.org.id) throw new DomainError('own_organization');
  await withTransaction(ctx, async (tx, audit) => {
    await tx.db.execute(sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
    const { name, plan } = await lockForAdmin(tx, id);
    const kept = await tx.db.$count(services, eq(services.orgId, id));
    if (kept > 0) throw new DomainError('organization_has_services');
    // Ordered by ID, as every other writer of several locks them.
    await tx.db.execute(sql`
      with locked as materialized (select id from ${certificates} where ${certificates.orgId} = ${id} order by id for update)
      select count(*) from locked`);
    await tx.db.delete(organizations).where(eq(organizations.id, id));
    await tx.db.delete(calendarCancellations).where(eq(calendarCancellations.orgId, id));
    await tx.db.delete(auditLog).where(eq(auditLog.orgId, id));
    audit({ subjectId: id, detail: { name, plan } });
  });
});
