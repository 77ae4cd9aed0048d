import { z } from '@hono/zod-openapi';
import { DomainError, GROUPING_INTERVALS, invalidInput, type QuietHours } from '@notafter/domain';
import { type NotificationSettingsInput, notificationSettingsInput } from '@notafter/domain/inputs';
import type { NotificationSettings } from '@notafter/features';
import { savedBody, strictBody } from '../../../wire/fields.ts';

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

type WireQuietHours = z.infer<typeof quietHours>;
const toWireQuietHours = ({ from, until, timeZone }: QuietHours): WireQuietHours => ({ from, until, time_zone: timeZone });

export const toWireSettings = (settings: NotificationSettings): z.infer<typeof wireSettings> => ({
  escalation_enabled: settings.escalationEnabled,
  escalation_delay: settings.escalationDelayHours,
  escalation_email: settings.escalationEmail,
  grouping_enabled: settings.groupingEnabled,
  grouping_interval: settings.groupingIntervalHours,
  custom_template: settings.customTemplate,
  status_page_enabled: settings.statusPageEnabled,
  status_page_url: settings.statusPageUrl,
  status_page_api_key: settings.statusPageApiKey,
  quiet_hours: settings.quietHours === null ? null : toWireQuietHours(settings.quietHours),
});

const wireNames: Readonly<Record<string, string>> = {
  escalationEnabled: 'escalation_enabled',
  escalationDelayHours: 'escalation_delay',
  escalationEmail: 'escalation_email',
  groupingEnabled: 'grouping_enabled',
  groupingIntervalHours: 'grouping_interval',
  customTemplate: 'custom_template',
  statusPageEnabled: 'status_page_enabled',
  statusPageUrl: 'status_page_url',
  statusPageApiKey: 'status_page_api_key',
  quietHours: 'quiet_hours',
  timeZone: 'time_zone',
};
const toWirePath = (path: string): string =>
  path
    .split('.')
    .map((name) => wireNames[name] ?? name)
    .join('.');

/** The same refusal with its fields in the names of the wire. */
export const inWireNames = (error: unknown): unknown =>
  error instanceof DomainError && error.code === 'invalid_input'
    ? new DomainError('invalid_input', { details: error.details.map(({ path, message }) => ({ path: toWirePath(path), message })) })
    : error;

const givenSettings = notificationSettingsInput.exactPartial();

const inNames = (body: z.infer<typeof settingsBody>): Readonly<Record<keyof NotificationSettingsInput, unknown>> => ({
  escalationEnabled: body.escalation_enabled,
  escalationDelayHours: body.escalation_delay,
  escalationEmail: body.escalation_email,
  groupingEnabled: body.grouping_enabled,
  groupingIntervalHours: body.grouping_interval,
  customTemplate: body.custom_template,
  statusPageEnabled: body.status_page_enabled,
  statusPageUrl: body.status_page_url,
  statusPageApiKey: body.status_page_api_key,
  quietHours: body.quiet_hours && { from: body.quiet_hours.from, until: body.quiet_hours.until, timeZone: body.quiet_hours.time_zone },
});

/** Parses a body. Throws `invalid_input` with the names of the wire. */
export const toSettingsInput = (body: z.infer<typeof settingsBody>): Partial<NotificationSettingsInput> => {
  const given = Object.entries(inNames(body)).filter(([, value]) => value !== undefined);
  const parsed = givenSettings.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error, toWirePath);
};
