import { notificationSettings } from '@notafter/db';
import { alertSettingsInput } from '@notafter/domain/inputs';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type AlertSettings, requireAlertDays, toAlertSettings } from './internal/alert-settings.ts';
import { countEarlyAlerts } from './internal/count-early-alerts.ts';

/** Sets the alert days; alerts that become due are sent soon after. Throws `alert_days_plan` for a day that the plan does not include. */
export const saveAlertSettings = useCase({
  name: 'notifications/save-alert-settings',
  access: 'admin',
  input: alertSettingsInput,
  audit: 'Changed the alert days',
})(async (ctx, { alertDays, scaleToLifetime }): Promise<AlertSettings> => {
  requireAlertDays(ctx.entitlements, alertDays);
  return withTransaction(ctx, async (tx, audit) => {
    const changed = { alertDays, ...(scaleToLifetime === undefined ? {} : { scaleToLifetime }) };
    const [saved] = await tx.db
      .insert(notificationSettings)
      .values({ orgId: tx.org.id, ...changed })
      .onConflictDoUpdate({ target: notificationSettings.orgId, set: changed })
      .returning();
    await requestReview(tx, tx.org.id);
    audit({ detail: changed });
    return toAlertSettings(saved ?? null, tx.entitlements, await countEarlyAlerts(tx.db, tx.org.id, tx.clock.now()));
  });
});
