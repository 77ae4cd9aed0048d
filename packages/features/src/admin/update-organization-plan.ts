import { organizations } from '@notafter/db';
import { updateOrganizationPlanInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { requestReview } from '../request-review.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { type AdminOrganization, getAdminOrganization, lockForAdmin } from './internal/organization-rows.ts';

/**
 * Sets an organization's plan and its own limits. Its alerts are reviewed, because the plan decides about alert days and channels.
 * Throws `organization_not_found`.
 */
export const updateOrganizationPlan = useCase({
  name: 'admin/update-organization-plan',
  access: 'platform',
  via: 'session',
  input: updateOrganizationPlanInput,
  audit: 'Changed the plan of the organization',
})(
  async (ctx, { id, plan, certificateLimit, userLimit }): Promise<AdminOrganization> =>
    withTransaction(ctx, async (tx, audit) => {
      const row = await lockForAdmin(tx, id);
      const before = { plan: row.plan, certificateLimit: row.certificateLimit, userLimit: row.userLimit };
      const next = {
        plan,
        certificateLimit: certificateLimit === undefined ? row.certificateLimit : certificateLimit,
        userLimit: userLimit === undefined ? row.userLimit : userLimit,
      };
      await tx.db.update(organizations).set(next).where(eq(organizations.id, id));
      await requestReview(tx, id);
      audit({ orgId: id, subjectId: id, detail: { name: row.name, ...next, before } });
      return getAdminOrganization(tx, id);
    }),
);
