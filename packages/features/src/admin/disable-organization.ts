import { organizations } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { disableOrganizationInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { searchAllFromStart } from '../transparency/search-from-start.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type AdminOrganization, getAdminOrganization, lockForAdmin } from './internal/organization-rows.ts';

/**
 * Disables or enables an organization. While it is disabled, nobody of it can sign in and no token or key works; checks continue, and
 * messages wait. Throws `organization_not_found`, or `own_organization`: nobody could enable that one again.
 */
export const disableOrganization = useCase({
  name: 'admin/disable-organization',
  access: 'platform',
  via: 'session',
  input: disableOrganizationInput,
  audit: 'Disabled or enabled the organization',
})(async (ctx, { id, disabled }): Promise<AdminOrganization> => {
  if (disabled && id === ctx.org.id) throw new DomainError('own_organization');
  return withTransaction(ctx, async (tx, audit) => {
    const { name, disabled: before } = await lockForAdmin(tx, id);
    await tx.db.update(organizations).set({ disabled }).where(eq(organizations.id, id));
    // Meanwhile, certificates were stored for the others only.
    if (before && !disabled) await searchAllFromStart(tx.db, tx.clock.now(), id);
    audit({ orgId: id, subjectId: id, detail: { name, disabled, before } });
    return getAdminOrganization(tx, id);
  });
});
