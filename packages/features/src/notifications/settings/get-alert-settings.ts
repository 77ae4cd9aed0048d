import { useCase } from '../../use-case.ts';
import { type AlertSettings, toAlertSettings } from './internal/alert-settings.ts';
import { countEarlyAlerts } from './internal/count-early-alerts.ts';
import { findSettings } from './internal/settings-view.ts';

/** Returns the days before an expiry on which the organization is alerted; `[1]` if none were ever saved. */
export const getAlertSettings = useCase({
  name: 'notifications/get-alert-settings',
  access: 'member',
})(async (ctx): Promise<AlertSettings> => {
  const saved = (await findSettings(ctx.db, ctx.org.id)) ?? null;
  return toAlertSettings(saved, ctx.entitlements, await countEarlyAlerts(ctx.db, ctx.org.id, ctx.clock.now()));
});
