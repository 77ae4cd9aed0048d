import { useCase } from '../../use-case.ts';
import { findSettings, type SettingsAnswer, settingsAnswer } from './internal/settings-view.ts';

/** Returns escalation, grouping, template, status page and quiet hours, as saved or by default, on any plan; without secrets. */
export const getNotificationSettings = useCase({
  name: 'notifications/get-notification-settings',
  access: 'member',
})(async (ctx): Promise<SettingsAnswer> => settingsAnswer(ctx, await findSettings(ctx.db, ctx.org.id)));
