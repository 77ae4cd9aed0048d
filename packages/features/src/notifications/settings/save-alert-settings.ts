import { notificationSettings } from '@notafter/db';
import type { AlertSettingsInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../../context.ts';
import { requestReview } from '../../request-review.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type AlertSettings, requireAlertDays, toAlertSettings } from './internal/alert-settings.ts';

/** Sets the alert days; alerts that become due are sent soon after. Throws `alert_days_plan` for a day that the plan does not include. */
export const saveAlertSettings = async (ctx: OrgContext, { alertDays }: AlertSettingsInput): Promise<AlertSettings> => {
  requirePermission(ctx, 'notifications/save-alert-settings');
  requireAlertDays(ctx.entitlements, alertDays);
  return withTransaction(ctx, 'notifications/save-alert-settings', async (tx, audit) => {
    await tx.db
      .insert(notificationSettings)
      .values({ orgId: tx.org.id, alertDays })
      .onConflictDoUpdate({ target: notificationSettings.orgId, set: { alertDays } });
    await requestReview(tx, tx.org.id);
    audit({ detail: { alertDays } });
    return toAlertSettings(alertDays, tx.entitlements);
  });
};
