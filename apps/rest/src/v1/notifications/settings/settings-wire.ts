import { z } from '@hono/zod-openapi';
import { GROUPING_INTERVALS, invalidInput, toSnakeCase } from '@notafter/domain';
import { notificationSettingsInput } from '@notafter/domain/inputs';
import type { NotificationSettings } from '@notafter/features';
import { savedBody, strictBody } from '../../../wire/fields.ts';
import type { Given } from '../../../wire/names.ts';

const flag = () => z.boolean('must be true or false').optional();
const line = () => z.string('must be a text').max(2000, 'has at most 2000 characters').optional();

const quietHours = z.object({
  from: z.string().openapi({ example: '22:00' }),
  until: z.string().openapi({ example: '07:00' }),
  time_zone: z.string().openapi({ example: 'Europe/Berlin' }),
});

export const wireSettings = z
  .object({
    escalation_enabled: z.boolean().openapi({ example: false }),
    escalation_delay: z.int().openapi({ description: 'Hours.', example: 24 }),
    escalation_email: z.string().openapi({ example: '' }),
    grouping_enabled: z.boolean().openapi({ example: false }),
    grouping_interval: z.int().openapi({ description: 'Hours.', example: 6 }),
    custom_template: z.string().nullable().openapi({ description: 'Null: the default.', example: null }),
    status_page_enabled: z.boolean().openapi({ example: false }),
    status_page_url: z.string().openapi({ example: '' }),
    status_page_api_key: z.string().openapi({ description: 'Masked.', example: '' }),
    quiet_hours: quietHours.nullable().openapi({ example: null }),
  })
  .openapi('NotificationSettings');

/** Form and limits of each are judged by the one schema of the settings; here stand the names. */
export const settingsBody = savedBody(wireSettings, {
  escalation_enabled: flag(),
  escalation_delay: z.number('must be a number').optional().openapi({ type: 'integer', description: 'Hours.', example: 24 }),
  escalation_email: line().openapi({ description: 'Of the manager.', example: 'manager@example.com' }),
  grouping_enabled: flag(),
  grouping_interval: z
    .number('must be a number')
    .optional()
    .openapi({ type: 'integer', enum: [...GROUPING_INTERVALS], description: 'Hours.', example: 6 }),
  custom_template: line()
    .nullable()
    .openapi({ description: 'With `{{domain}}`, `{{days}}` and `{{expiry_date}}`; null or blank for the default.', example: null }),
  status_page_enabled: flag(),
  status_page_url: line().openapi({ example: 'https://status.example.com' }),
  status_page_api_key: line().openapi({ description: 'A masked one that comes back keeps what is stored.', example: '' }),
  quiet_hours: strictBody(quietHours.shape).nullable().optional().openapi({ description: 'When nothing is sent; null for never.' }),
}).openapi('NotificationSettingsToSave');

/** Hours are in the name inside; the wire says them in the description. */
export const settingsOf = ({ escalationDelayHours, groupingIntervalHours, ...settings }: NotificationSettings) => ({
  ...settings,
  escalationDelay: escalationDelayHours,
  groupingInterval: groupingIntervalHours,
});

/** Fields whose name on the wire is not theirs in snake_case. */
const wireNames: Readonly<Record<string, string>> = {
  escalationDelayHours: 'escalation_delay',
  groupingIntervalHours: 'grouping_interval',
};
export const toWirePath = (path: string): string =>
  path
    .split('.')
    .map((name) => wireNames[name] ?? toSnakeCase(name))
    .join('.');

const givenSettings = notificationSettingsInput.exactPartial();
type GivenSettings = Given<z.infer<typeof settingsBody>>;

/** Parses what a body gives, under the names of the domain. Throws `invalid_input`. */
export const settingsInput = ({ escalationDelay, groupingInterval, quietHours: quiet, ...given }: GivenSettings) => {
  const settings = {
    ...given,
    escalationDelayHours: escalationDelay,
    groupingIntervalHours: groupingInterval,
    quietHours: quiet && { from: quiet.from, until: quiet.until, timeZone: quiet.time_zone },
  };
  const parsed = givenSettings.safeParse(Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)));
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error);
};
