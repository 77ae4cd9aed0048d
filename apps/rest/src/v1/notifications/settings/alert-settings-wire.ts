import { z } from '@hono/zod-openapi';
import { ALERT_DAY_OPTIONS } from '@notafter/domain';
import { savedBody } from '../../../wire/fields.ts';

const UNKNOWN_DAY = `must be among ${ALERT_DAY_OPTIONS.join(', ')}`;
const options: readonly number[] = ALERT_DAY_OPTIONS;

export const wireAlertSettings = z
  .object({ alert_days: z.array(z.int()).openapi({ description: 'Days before the end, the earliest first.', example: [30, 7, 1] }) })
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

export const alertSettingsBody = savedBody(wireAlertSettings, { alert_days: alertDaysField() }).openapi('AlertSettingsToSave');
