import { z } from '@hono/zod-openapi';
import { ALERT_DAY_OPTIONS } from '@notafter/domain';
import { getAlertSettings, saveAlertSettings } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';

const tag = 'Alerts';
const path = '/v1/notifications/alert-settings';
const UNKNOWN_DAY = `must be among ${ALERT_DAY_OPTIONS.join(', ')}`;
const options: readonly number[] = ALERT_DAY_OPTIONS;

const wireAlertSettings = z
  .object({
    alert_days: z.array(z.int()).openapi({ description: 'Days before the end, the earliest first.', example: [30, 7, 1] }),
    scale_to_lifetime: z
      .boolean()
      .openapi({ description: 'Leaves out days before a healthy renewal, and alerts on a late one. On for new organizations.' }),
    last_year: z
      .object({ sent: z.int().openapi({ example: 120 }), early: z.int().openapi({ example: 96 }) })
      .openapi({ description: 'Alerts by days in the last year, and those among them that scaling leaves out.' }),
  })
  .openapi('AlertSettings');

/** Days that a caller chooses; whether the plan includes them is the use case's to say. */
export const alertDaysField = () =>
  z
    .array(
      z.int(UNKNOWN_DAY).refine((day) => options.includes(day), UNKNOWN_DAY),
      'must be a list of days',
    )
    .min(1, 'Choose at least one day.')
    .max(20, 'has at most 20 days')
    .transform((days) => [...new Set(days)].sort((one, other) => other - one));

export const alertSettingsOperations: readonly Operation[] = [
  operation(getAlertSettings, {
    method: 'get',
    path,
    tag,
    summary: 'Get alert days',
    description: '`[1]` if none were saved. Every plan also alerts on the last day and at expiry.',
    answers: answers('The days in force.', wireAlertSettings),
  }),
  operation(saveAlertSettings, {
    method: 'post',
    path,
    tag,
    summary: 'Save alert days',
    description: 'Only days that the plan includes.',
    body: takes(
      savedBody(wireAlertSettings, {
        alert_days: alertDaysField(),
        scale_to_lifetime: z.boolean('must be true or false').optional().openapi({ description: 'Left out: as it is.' }),
      }).openapi('AlertSettingsToSave'),
      { alert_days: [14, 7, 1] },
    ),
    answers: answers('Saved.', wireAlertSettings),
    errors: ['alert_days_plan'],
  }),
];
