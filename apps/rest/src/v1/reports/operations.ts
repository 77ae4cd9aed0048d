import { z } from '@hono/zod-openapi';
import { REPORT_RECIPIENTS_MAX, reportFrequencies, reportRecipientStates } from '@notafter/domain';
import {
  getReportLink,
  getReportSettings,
  previewReport,
  saveReportSettings,
  subscribeByLink,
  testReport,
  unsubscribeByLink,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { instant, savedBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { tokenParameter } from '../../wire/parameters.ts';

const tag = 'Reports';
const path = '/v1/reports';
const linkPath = `${path}/links/{token}` as const;
const params = z.object({ token: tokenParameter() });

const wireSettings = z
  .object({
    enabled: z.boolean().openapi({ example: true }),
    frequency: z.enum(reportFrequencies).openapi({ description: 'Each Monday, or on the first of each month.', example: 'weekly' }),
    hour: z.int().openapi({ description: '0 to 23, in the time zone.', example: 8 }),
    time_zone: z.string().openapi({ description: 'From the IANA database.', example: 'Europe/Berlin' }),
    recipients: z.array(z.string()).openapi({ example: ['lead@example.com'] }),
    recipient_states: z.array(
      z.object({
        email: z.string().openapi({ example: 'lead@example.com' }),
        state: z.enum(reportRecipientStates).openapi({
          description: '`pending` until the person confirms; `unsubscribed` until the person subscribes again.',
          example: 'active',
        }),
        last_sent_at: instant().nullable(),
        problem: z.string().nullable().openapi({ description: 'Why the last report did not arrive.', example: null }),
      }),
    ),
    next_at: instant().nullable(),
    last_sent_at: instant().nullable(),
    updated_at: instant().nullable().openapi({ description: 'Null before the settings were first saved.' }),
  })
  .openapi('ReportSettings');

/** Form and limits are judged by the one schema of the settings. */
const settingsBody = savedBody(wireSettings, {
  enabled: z.boolean('must be true or false'),
  frequency: z.enum(reportFrequencies, 'Choose weekly or monthly.').openapi({ example: 'weekly' }),
  hour: z.number('must be a number').openapi({ type: 'integer', description: '0 to 23.', example: 8 }),
  time_zone: textField().openapi({ example: 'Europe/Berlin' }),
  recipients: z
    .array(textField(), 'must be a list of addresses')
    .openapi({ description: `At most ${REPORT_RECIPIENTS_MAX}.`, example: ['lead@example.com'] }),
}).openapi('ReportSettingsToSave');

const linkedReport = z
  .object({
    email: z.string().openapi({ example: 'lead@example.com' }),
    organization: z.string().openapi({ example: 'Harborline' }),
    frequency: z.enum(reportFrequencies),
    state: z.enum([...reportRecipientStates, 'removed']).openapi({ example: 'active' }),
  })
  .openapi('LinkedReport');

const ofLink = { tag, params, missing: 'link_invalid', errors: ['not_found', 'rate_limited'] } as const;

export const reportsOperations: readonly Operation[] = [
  operation(getReportSettings, {
    ...{ method: 'get', path, tag },
    summary: 'Get the settings of the report by mail',
    description: 'When the report is due, who gets it, and how the last one went.',
    answers: answers('The settings.', wireSettings),
  }),
  operation(saveReportSettings, {
    ...{ method: 'put', path, tag },
    summary: 'Set the report by mail',
    description:
      "An address that is not a member's proven mailbox gets a link to confirm first. An address that unsubscribed stays unsubscribed.",
    body: takes(settingsBody, {
      enabled: true,
      frequency: 'weekly',
      hour: 8,
      time_zone: 'Europe/Berlin',
      recipients: ['lead@example.com'],
    }),
    answers: answers('The settings.', wireSettings),
    errors: ['rate_limited'],
  }),
  operation(previewReport, {
    ...{ method: 'get', path: `${path}/preview`, tag },
    summary: 'Preview the report',
    description: 'The mail as recipients would get it now, without its file.',
    answers: answers(
      'The mail.',
      z
        .object({
          subject: z.string().openapi({ example: 'Weekly certificate report: Harborline' }),
          text: z.string().openapi({ example: 'Certificates: 120 (+4)' }),
          html: z.string().openapi({ example: '<!doctype html>...' }),
        })
        .openapi('ReportPreview'),
    ),
  }),
  operation(testReport, {
    ...{ method: 'post', path: `${path}/test`, tag },
    summary: 'Mail the report to yourself',
    answers: answers(
      'The mail server took it.',
      z.object({ sent_to: z.string().openapi({ example: 'ada@example.com' }) }).openapi('ReportTested'),
    ),
    errors: ['report_test_failed', 'rate_limited'],
  }),
  operation(getReportLink, {
    ...{ ...ofLink, method: 'get', path: linkPath },
    summary: 'Get the recipient of a link',
    description: 'Needs no sign-in: the token of the link in a report is the permission. Changes nothing.',
    answers: answers('The recipient.', linkedReport),
  }),
  operation(subscribeByLink, {
    ...{ ...ofLink, method: 'post', path: `${linkPath}/subscribe` },
    id: 'subscribeToReport',
    summary: 'Confirm the recipient of a link',
    description: 'Needs no sign-in. Also subscribes a recipient again that had unsubscribed.',
    answers: answers('The recipient.', linkedReport),
  }),
  operation(unsubscribeByLink, {
    ...{ ...ofLink, method: 'post', path: `${linkPath}/unsubscribe` },
    id: 'unsubscribeFromReport',
    summary: 'Unsubscribe the recipient of a link',
    description: 'Needs no sign-in. No admin can undo it; a second call changes nothing.',
    answers: answers('The recipient.', linkedReport),
  }),
];
