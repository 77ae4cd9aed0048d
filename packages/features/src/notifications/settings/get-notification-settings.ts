import { type OrgContext, requirePermission } from '../../context.ts';
import { findSettings, type SettingsAnswer, settingsAnswer } from './internal/settings-view.ts';

/** Returns escalation, grouping, template, status page and quiet hours, as saved or by default, on any plan; without secrets. */
export const getNotificationSettings = async (ctx: OrgContext): Promise<SettingsAnswer> => {
  requirePermission(ctx, 'notifications/get-notification-settings');
  return settingsAnswer(ctx, await findSettings(ctx.db, ctx.org.id));
};
