import { organizations } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';
import type { UpdateOrganizationInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';

/** Renames the organization. */
export const updateOrganization = async (
  ctx: OrgContext,
  { name }: UpdateOrganizationInput,
): Promise<{ organization: { readonly id: OrganizationId; readonly name: string } }> => {
  requirePermission(ctx, 'settings/update-organization');
  const { id, name: before } = ctx.org;
  return withTransaction(ctx, 'settings/update-organization', async (tx, audit) => {
    await tx.db.update(organizations).set({ name }).where(eq(organizations.id, id));
    audit({ subjectId: id, detail: { before, name } });
    return { organization: { id, name } };
  });
};
