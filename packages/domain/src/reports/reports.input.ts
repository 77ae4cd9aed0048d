import { z } from 'zod';
import { emailInput } from '../email.input.ts';
import { isTimeZone } from '../notifications/routing/quiet-hours.ts';
import { REPORT_RECIPIENTS_MAX } from './report.ts';
import { reportFrequencies } from './schedule.ts';

const LAST_HOUR = 23;
const TIME_ZONE_MAX_LENGTH = 60;

export const reportSettingsInput = z.object({
  enabled: z.boolean('must be true or false'),
  frequency: z.enum(reportFrequencies, 'Choose weekly or monthly.'),
  hour: z
    .int('Choose a full hour from 0 to 23.')
    .min(0, 'Choose a full hour from 0 to 23.')
    .max(LAST_HOUR, 'Choose a full hour from 0 to 23.'),
  timeZone: z.string().max(TIME_ZONE_MAX_LENGTH).refine(isTimeZone, 'Choose a time zone such as Europe/Berlin.'),
  recipients: z
    .array(emailInput)
    .max(REPORT_RECIPIENTS_MAX, `has at most ${REPORT_RECIPIENTS_MAX} addresses`)
    .transform((emails) => [...new Set(emails)]),
});
export type ReportSettingsInput = z.infer<typeof reportSettingsInput>;

export const reportLinkInput = z.object({ token: z.string().min(1).max(200) });
