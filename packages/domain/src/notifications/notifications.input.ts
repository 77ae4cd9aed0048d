import { z } from 'zod';
import { looksLikeEmail } from '../accounts/registration/email.ts';
import { tagLine } from '../certificates/tags.input.ts';
import { TAG_VALUE_MAX_LENGTH } from '../certificates/tags.ts';
import { idInput, instantInput, lineInput } from '../id.input.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../list-limits.ts';
import { channelTypes } from '../plans/plans.ts';
import { eventTypes, isEndpointAddress } from './events/events.ts';
import { CHANNEL_NAME_MAX_LENGTH, CHANNELS_MAX, GROUPING_INTERVALS, LONGEST_ESCALATION_DELAY_HOURS } from './limits.ts';
import { ALERT_DAY_OPTIONS } from './routing/alert-days.ts';
import { isTimeZone } from './routing/quiet-hours.ts';
import { TEMPLATE_MAX_LENGTH } from './settings/template.ts';

export const channelTypeInput = z.object({ type: z.enum(channelTypes) });
export type ChannelTypeInput = z.infer<typeof channelTypeInput>;

const oneOf = (choices: readonly number[], problem: string) => z.int(problem).refine((choice) => choices.includes(choice), problem);

/** `mergeSettings` validates a channel's fields and their values. */
export const saveChannelInput = channelTypeInput.extend({
  enabled: z.boolean(),
  settings: z.record(z.string().max(100), z.string().max(10_000)).default({}),
});
export type SaveChannelInput = z.infer<typeof saveChannelInput>;

const channelFields = {
  name: lineInput(CHANNEL_NAME_MAX_LENGTH).min(1, 'Enter a name.'),
  enabled: z.boolean(),
  settings: z.record(z.string().max(100), z.string().max(10_000)),
  /** Whether it receives alerts that no route matches. */
  inDefaultRoute: z.boolean(),
};
export const addChannelInput = channelTypeInput.extend({
  ...channelFields,
  enabled: z.boolean().default(true),
  settings: channelFields.settings.default({}),
  inDefaultRoute: z.boolean().default(true),
});
export type AddChannelInput = z.infer<typeof addChannelInput>;

export const channelIdInput = z.object({ id: idInput<'channel'>() });
export type ChannelIdInput = z.infer<typeof channelIdInput>;

export const updateChannelInput = z.object(channelFields).partial().extend({ id: idInput<'channel'>() });
export type UpdateChannelInput = z.infer<typeof updateChannelInput>;

export const listLogInput = z.object({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(200).nullish(),
  /** Only what did not arrive. */
  state: z.literal('dead').optional(),
});
export type ListLogInput = z.infer<typeof listLogInput>;

export const listEventsInput = z.object({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(200).nullish(),
  type: z.enum(eventTypes).optional(),
  /** At this instant or later. */
  since: instantInput().optional(),
});
export type ListEventsInput = z.infer<typeof listEventsInput>;

const endpointFields = {
  name: lineInput(100).min(1, 'Enter a name.'),
  /** A mask that comes back keeps what is stored. */
  url: lineInput(2000)
    .min(1, 'Enter the whole address, https:// included.')
    .refine(isEndpointAddress, 'Enter the whole address, https:// included.'),
  types: z.array(z.enum(eventTypes)).min(1, 'Choose at least one type.').max(100),
  enabled: z.boolean(),
};
export const addWebhookEndpointInput = z.object({ ...endpointFields, enabled: z.boolean().default(true) });
export type AddWebhookEndpointInput = z.infer<typeof addWebhookEndpointInput>;

export const webhookEndpointIdInput = z.object({ id: idInput<'webhook-endpoint'>() });
export type WebhookEndpointIdInput = z.infer<typeof webhookEndpointIdInput>;

export const updateWebhookEndpointInput = z.object(endpointFields).partial().extend({ id: idInput<'webhook-endpoint'>() });
export type UpdateWebhookEndpointInput = z.infer<typeof updateWebhookEndpointInput>;

export const listWebhookDeliveriesInput = webhookEndpointIdInput.extend({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(200).nullish(),
  /** Only what did not arrive. */
  state: z.literal('dead').optional(),
});
export type ListWebhookDeliveriesInput = z.infer<typeof listWebhookDeliveriesInput>;

export const eventIdInput = z.object({ id: idInput<'event'>() });

export const redeliverEventInput = webhookEndpointIdInput.extend({ eventId: idInput<'event'>() });
export type RedeliverEventInput = z.infer<typeof redeliverEventInput>;

export const redeliverFailedInput = webhookEndpointIdInput.extend({ since: instantInput() });
export type RedeliverFailedInput = z.infer<typeof redeliverFailedInput>;

export const deliveryIdInput = z.object({ id: idInput<'delivery'>() });
export type DeliveryIdInput = z.infer<typeof deliveryIdInput>;

export const alertLinkInput = z.object({ token: z.string().max(200) });
export type AlertLinkInput = z.infer<typeof alertLinkInput>;

const wallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.');
const quietHours = z
  .object({ from: wallTime, until: wallTime, timeZone: z.string().max(60).refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.') })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Enter an end that differs from the beginning.' });

const address = z
  .string()
  .trim()
  .max(500, 'has at most 500 characters')
  .refine(
    (url) => url === '' || ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? ''),
    'Enter the whole address, https:// included.',
  );
const blankIsDefault = (template: string): string | null => (template.trim() === '' ? null : template);

/** The whole object: a part with missing fields is refused. The template is validated when it is filled in. */
export const notificationSettingsInput = z.object({
  escalationEnabled: z.boolean(),
  escalationDelayHours: z
    .int('Enter whole hours.')
    .min(1, 'Enter at least 1 hour.')
    .max(LONGEST_ESCALATION_DELAY_HOURS, `Enter at most ${LONGEST_ESCALATION_DELAY_HOURS} hours.`),
  escalationEmail: z
    .string()
    .trim()
    .refine((email) => email === '' || looksLikeEmail(email), 'Please enter a valid email address.'),
  groupingEnabled: z.boolean(),
  groupingIntervalHours: oneOf(GROUPING_INTERVALS, `Choose ${GROUPING_INTERVALS.join(', ')} hours.`),
  customTemplate: z.string().max(TEMPLATE_MAX_LENGTH, `has at most ${TEMPLATE_MAX_LENGTH} characters`).transform(blankIsDefault).nullable(),
  statusPageEnabled: z.boolean(),
  statusPageUrl: address,
  statusPageApiKey: z.string().trim().max(500, 'has at most 500 characters'),
  quietHours: quietHours.nullable(),
});
export type NotificationSettingsInput = z.infer<typeof notificationSettingsInput>;

export const previewTemplateInput = z.object({ template: z.string().max(TEMPLATE_MAX_LENGTH) });
export type PreviewTemplateInput = z.infer<typeof previewTemplateInput>;

export const alertDaysInput = z
  .array(oneOf(ALERT_DAY_OPTIONS, `Choose among ${ALERT_DAY_OPTIONS.join(', ')} days.`))
  .min(1, 'Choose at least one day.')
  .max(20)
  .transform((days) => [...new Set(days)].sort((one, other) => other - one));
export const alertSettingsInput = z.object({
  alertDays: alertDaysInput,
  /** Whether alerts follow the lifetime of each certificate. Absent: unchanged. */
  scaleToLifetime: z.boolean().optional(),
});
export type AlertSettingsInput = z.infer<typeof alertSettingsInput>;

export const testStatusPageInput = z.object({
  url: address.min(1, 'is required'),
  apiKey: z.string().trim().min(1, 'is required').max(500),
});
export type TestStatusPageInput = z.infer<typeof testStatusPageInput>;

export const saveDayRuleInput = z
  .object({
    certificateId: idInput<'certificate'>().optional(),
    /** `name=value`. */
    tag: tagLine().optional(),
    days: alertDaysInput,
  })
  .refine(({ certificateId, tag }) => (certificateId === undefined) !== (tag === undefined), {
    path: ['tag'],
    message: 'Name a certificate or a tag.',
  });
export type SaveDayRuleInput = z.infer<typeof saveDayRuleInput>;

const isGiven = (value: unknown): boolean => value !== undefined;
export const saveAlertRouteInput = z
  .object({
    /** `name=value`. */
    tag: tagLine().optional(),
    /** The value of the tag `owner`. */
    owner: lineInput(TAG_VALUE_MAX_LENGTH).min(1, 'Enter an owner.').optional(),
    environmentId: idInput<'environment'>().optional(),
    channelIds: z.array(idInput<'channel'>()).min(1, 'Choose at least one channel.').max(CHANNELS_MAX),
  })
  .refine(({ tag, owner, environmentId }) => [tag, owner, environmentId].filter(isGiven).length === 1, {
    path: ['tag'],
    message: 'Name a tag, an owner or an environment.',
  });
export type SaveAlertRouteInput = z.infer<typeof saveAlertRouteInput>;

export const alertRouteIdInput = z.object({ id: idInput<'alert-route'>() });
export type AlertRouteIdInput = z.infer<typeof alertRouteIdInput>;

export const dayRuleIdInput = z.object({ id: idInput<'alert-day-rule'>() });
export type DayRuleIdInput = z.infer<typeof dayRuleIdInput>;

export const addWindowInput = z
  .object({ name: lineInput(100).min(1, 'Enter a name.'), startsAt: instantInput(), endsAt: instantInput() })
  .refine(({ startsAt, endsAt }) => startsAt < endsAt, { path: ['endsAt'], message: 'Enter an end after the beginning.' });
export type AddWindowInput = z.infer<typeof addWindowInput>;

export const windowIdInput = z.object({ id: idInput<'maintenance-window'>() });
export type WindowIdInput = z.infer<typeof windowIdInput>;

export const snoozeInput = z.object({ certificateId: idInput<'certificate'>(), until: z.date() });
export type SnoozeInput = z.infer<typeof snoozeInput>;
export const monitoredCertificateInput = snoozeInput.pick({ certificateId: true });
export type MonitoredCertificateInput = z.infer<typeof monitoredCertificateInput>;
