import { alertRoutes } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { alertRouteIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';

/** Deletes a route: its certificates alert by other routes that match, or by the default route. Throws `alert_route_not_found`. */
export const removeAlertRoute = useCase({
  name: 'notifications/remove-alert-route',
  access: 'admin',
  input: alertRouteIdInput,
  audit: 'Deleted an alert route',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const [removed] = await tx.db
      .delete(alertRoutes)
      .where(and(eq(alertRoutes.id, id), eq(alertRoutes.orgId, tx.org.id)))
      .returning({ tag: alertRoutes.tag });
    if (removed === undefined) throw new DomainError('alert_route_not_found');
    await requestReview(tx, tx.org.id);
    audit({ subjectId: id, detail: removed.tag === null ? {} : { tag: removed.tag } });
  });
});
