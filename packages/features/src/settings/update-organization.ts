import { organizations } from '@notafter/db';
import type { OrganizationId } from '@notafter/domain';
import { updateOrganizationInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';

/** Renames the organization. */
export const updateOrganization = useCase({
  name: 'settings/update-organization',
  access: 'admin',
  input: updateOrganizationInput,
  audit: 'Changed the organization',
})(async (ctx, { name }): Promise<{ organization: { readonly id: OrganizationId; readonly name: string } }> => {
  const { id, name: before } = ctx.org;
  return withTransaction(ctx, async (tx, audit) => {
    await tx.db.update(organizations).set({ name }).where(eq(organizations.id, id));
    audit({ subjectId: id, detail: { before, name } });
    return { organization: { id, name } };
  });
});
