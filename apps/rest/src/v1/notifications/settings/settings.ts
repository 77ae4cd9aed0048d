import { z } from '@hono/zod-openapi';
import { TEMPLATE_MAX_LENGTH } from '@notafter/domain';
import { getNotificationSettings, previewTemplate, saveNotificationSettings } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { strictBody, textField } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { settingsBody, settingsInput, settingsOf, toWirePath, wireSettings } from './settings-wire.ts';

const tag = 'Notifications';
const path = '/v1/notifications/settings';

const templateToPreview = strictBody({
  template: textField()
    .max(TEMPLATE_MAX_LENGTH, `has at most ${TEMPLATE_MAX_LENGTH} characters`)
    .openapi({ description: 'With `{{domain}}`, `{{days}}` and `{{expiry_date}}`.' }),
}).openapi('TemplateToPreview');

export const settingsOperations: readonly Operation[] = [
  operation(getNotificationSettings, {
    method: 'get',
    path,
    tag,
    summary: 'Get notification settings',
    description: 'As saved or by default. They are in force where the plan has Smart Notifications.',
    answers: answers('All of them.', wireSettings),
    view: ({ settings }) => settingsOf(settings),
  }),
  operation(saveNotificationSettings, {
    method: 'post',
    path,
    tag,
    summary: 'Save notification settings',
    description: 'What is left out stays as it is.',
    body: takes(settingsBody),
    input: settingsInput,
    isWider: true,
    answers: answers('Saved.', wireSettings),
    view: ({ settings }) => settingsOf(settings),
    fieldName: toWirePath,
  }),
  operation(previewTemplate, {
    method: 'post',
    path: '/v1/notifications/template-preview',
    tag,
    summary: 'Preview a template',
    description: 'Fills a template with the values of a sample and saves nothing. A blank template previews the default.',
    body: takes(templateToPreview, { template: 'Certificate for {{domain}} expires in {{days}} days' }),
    answers: answers(
      'The filled template.',
      z.object({ text: z.string().openapi({ example: 'Certificate for example.com expires in 7 days' }) }).openapi('TemplatePreview'),
    ),
  }),
];
