import { z } from '@hono/zod-openapi';
import { getCalendarLink, rotateCalendarLink } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';

const calendarLink = z
  .object({
    url: z.string().nullable().openapi({
      description: 'Anyone with this address can read the calendar without signing in; null if none was created.',
      example: 'https://notafter.example.com/v1/calendar/AZifCnweG0Kfdg.ics',
    }),
    rotated_at: instant().nullable(),
  })
  .openapi('CalendarLink');

const newCalendarLink = z
  .object({ url: z.string().openapi({ example: 'https://notafter.example.com/v1/calendar/AZifCnweG0Kfdg.ics' }), rotated_at: instant() })
  .openapi('NewCalendarLink');

export const calendarOperations: readonly Operation[] = [
  operation(getCalendarLink, {
    method: 'get',
    path: '/v1/calendar',
    tag: 'Calendar',
    summary: 'The address of the calendar',
    description:
      'The calendar (iCalendar, RFC 5545) has an event at every expiry. A renewal moves its event, a removed certificate cancels it. Subscribe to it with a calendar program.',
    answers: answers('The address.', calendarLink),
  }),
  operation(rotateCalendarLink, {
    method: 'post',
    path: '/v1/calendar/rotate',
    tag: 'Calendar',
    summary: 'Give the calendar a new address',
    description: 'Or its first one. The old address ends at once.',
    answers: answers('The new address.', newCalendarLink),
  }),
];
