import { type OrgContext, requirePermission } from '../../context.ts';
import { findSettings, type SettingsAnswer, settingsAnswer } from './internal/settings-view.ts';

/** Escalation, grouping, template, status page and quiet hours, as saved or by default, on any plan. No secret is in it. */
export const getNotificationSettings = async (ctx: OrgContext): Promise<SettingsAnswer> => {
  requirePermission(ctx, 'notifications/get-notification-settings');
  return settingsAnswer(ctx, await findSettings(ctx.db, ctx.org.id));
};
