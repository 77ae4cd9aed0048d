import { notificationSettings } from '@notafter/db';
import { DomainError, type FieldProblem, isMasked } from '@notafter/domain';
import { type NotificationSettingsInput, notificationSettingsInput } from '@notafter/domain/inputs';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sealApiKey } from '../channels/internal/sealed-settings.ts';
import { findSettings, lockSettings, type SettingsAnswer, settingsAnswer, storedApiKey, toSettingsView } from './internal/settings-view.ts';
import { templateProblem } from './internal/template.ts';

/** Returns the problems of enabled features without their settings. */
const problemsOf = (input: NotificationSettingsInput, apiKey: string): FieldProblem[] => {
  const template = input.customTemplate === null ? null : templateProblem(input.customTemplate);
  return [
    ...(input.escalationEnabled && input.escalationEmail === ''
      ? [{ path: 'escalationEmail', message: 'Enter the address to escalate to.' }]
      : []),
    ...(template === null ? [] : [{ path: 'customTemplate', message: template }]),
    ...(input.statusPageEnabled && input.statusPageUrl === ''
      ? [{ path: 'statusPageUrl', message: 'Enter the address of the status page.' }]
      : []),
    ...(input.statusPageEnabled && apiKey === '' ? [{ path: 'statusPageApiKey', message: 'Enter the API key of the status page.' }] : []),
  ];
};

/**
 * Saves the given fields of Smart Notifications; the others keep their values, and a masked API key keeps the stored one. An alert
 * escalates one delay after escalation was switched on at the earliest. Throws `smart_notifications_plan`, or `invalid_input` with
 * a text for each field.
 */
export const saveNotificationSettings = useCase({
  name: 'notifications/save-notification-settings',
  access: 'admin',
  plan: 'smartNotifications',
  input: notificationSettingsInput,
  audit: 'Changed Smart Notifications',
})(async (ctx, given: Partial<NotificationSettingsInput>): Promise<SettingsAnswer> => {
  return withTransaction(ctx, async (tx, audit) => {
    const stored = await lockSettings(tx);
    const input = { ...toSettingsView(tx, stored), ...given };
    const { statusPageApiKey: typedKey, ...plain } = input;
    const apiKey = isMasked(typedKey) ? storedApiKey(tx, stored) : typedKey;
    const problems = problemsOf(input, apiKey);
    if (problems.length > 0) throw new DomainError('invalid_input', { details: problems });
    const values = {
      ...plain,
      sealedStatusPageApiKey: apiKey === '' ? null : sealApiKey(tx.auth, tx.org.id, apiKey),
      escalationEnabledAt: input.escalationEnabled ? (stored?.escalationEnabledAt ?? tx.clock.now()) : null,
    };
    await tx.db
      .insert(notificationSettings)
      .values({ orgId: tx.org.id, ...values })
      .onConflictDoUpdate({ target: notificationSettings.orgId, set: values });
    await requestReview(tx, tx.org.id);
    const { escalationEnabled, groupingEnabled, statusPageEnabled } = input;
    audit({ detail: { escalationEnabled, groupingEnabled, statusPageEnabled, quietHours: input.quietHours !== null } });
    return settingsAnswer(tx, await findSettings(tx.db, tx.org.id));
  });
});
