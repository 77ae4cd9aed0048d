import { notificationSettings } from '@notafter/db';
import { alertSettingsInput } from '@notafter/domain/inputs';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type AlertSettings, requireAlertDays, toAlertSettings } from './internal/alert-settings.ts';

/** Sets the alert days; alerts that become due are sent soon after. Throws `alert_days_plan` for a day that the plan does not include. */
export const saveAlertSettings = useCase({
  name: 'notifications/save-alert-settings',
  access: 'admin',
  input: alertSettingsInput,
  audit: 'Changed the alert days',
})(async (ctx, { alertDays }): Promise<AlertSettings> => {
  requireAlertDays(ctx.entitlements, alertDays);
  return withTransaction(ctx, async (tx, audit) => {
    await tx.db
      .insert(notificationSettings)
      .values({ orgId: tx.org.id, alertDays })
      .onConflictDoUpdate({ target: notificationSettings.orgId, set: { alertDays } });
    await requestReview(tx, tx.org.id);
    audit({ detail: { alertDays } });
    return toAlertSettings(alertDays, tx.entitlements);
  });
});
