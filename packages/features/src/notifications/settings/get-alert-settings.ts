import { type OrgContext, requirePermission } from '../../context.ts';
import { type AlertSettings, toAlertSettings } from './internal/alert-settings.ts';
import { findSettings } from './internal/settings-view.ts';

/** Returns the days before an expiry on which the organization is alerted; `[1]` if none were ever saved. */
export const getAlertSettings = async (ctx: OrgContext): Promise<AlertSettings> => {
  requirePermission(ctx, 'notifications/get-alert-settings');
  return toAlertSettings((await findSettings(ctx.db, ctx.org.id))?.alertDays ?? null, ctx.entitlements);
};
