import { alertLinkInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { acknowledgeAlerts } from './acknowledge-alerts.ts';
import { type LinkedAlert, openAlertLink, toLinkedAlert } from './internal/linked-alert.ts';

const BY_LINK = 'a link in an alert';

/**
 * Acknowledges an alert by the link in its message; changes nothing if it is acknowledged or over. Throws `link_invalid`,
 * `not_found` or `rate_limited`.
 */
export const acknowledgeByLink = useCase({
  name: 'notifications/acknowledge-by-link',
  access: 'anyone',
  input: alertLinkInput,
  audit: 'Acknowledged an alert by its link',
})(async (ctx, { token }): Promise<LinkedAlert> => {
  const alert = await openAlertLink(ctx, token);
  if (alert.resolvedAt !== null) return toLinkedAlert(alert, ctx.clock.now());
  const actor = ctx.actor?.via !== 'api-key' && ctx.actor?.orgId === alert.orgId ? ctx.actor : null;
  await withTransaction({ ...ctx, actor }, async (tx, audit) => {
    await acknowledgeAlerts(tx, [alert.id], actor?.email ?? BY_LINK);
    audit({ subjectId: alert.id });
  });
  return toLinkedAlert(await openAlertLink(ctx, token), ctx.clock.now());
});
