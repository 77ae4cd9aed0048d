import { z } from '@hono/zod-openapi';
import { LONGEST_SILENCE_DAYS } from '@notafter/domain';
import { addMaintenanceWindow, listMaintenanceWindows, removeMaintenanceWindow } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant, instantField, lineField, rowId, savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { idParameter, pageParameters } from '../../../wire/parameters.ts';

const tag = 'Alerts';
const path = '/v1/notifications/maintenance-windows';

const wireWindow = z
  .object({
    id: rowId(),
    name: z.string().openapi({ example: 'Data center move' }),
    starts_at: instant(),
    ends_at: instant(),
    active: z.boolean().openapi({ description: 'Open now: no alert is sent.', example: false }),
  })
  .openapi('MaintenanceWindow');

const newWindow = savedBody(wireWindow, { name: lineField(100, 'Enter a name.'), starts_at: instantField(), ends_at: instantField() })
  .refine((window) => window.starts_at < window.ends_at, { path: ['ends_at'], message: 'Enter an end after the beginning.' })
  .openapi('NewMaintenanceWindow');

export const maintenanceWindowOperations: readonly Operation[] = [
  operation(listMaintenanceWindows, {
    method: 'get',
    path,
    tag,
    summary: 'List maintenance windows',
    description: 'Those that have not ended, the next to start first.',
    query: z.object(pageParameters('Windows')),
    answers: answers('One page.', z.object({ maintenance_windows: z.array(wireWindow), ...pageShape }).openapi('MaintenanceWindowList')),
    view: ({ windows }, given) => {
      const { rows, ...page } = pageOf(windows, given, ({ id }) => id);
      return { maintenanceWindows: rows, ...page };
    },
  }),
  operation(addMaintenanceWindow, {
    method: 'post',
    path,
    tag,
    summary: 'Add a maintenance window',
    description: `Alerts raised during a window are held and sent together when it ends. A window lasts at most ${LONGEST_SILENCE_DAYS} days.`,
    body: takes(newWindow, { name: 'Data center move', starts_at: '2026-12-04T22:00:00Z', ends_at: '2026-12-05T04:00:00Z' }),
    answers: answers('Added.', z.object({ maintenance_window: wireWindow }).openapi('MaintenanceWindowAnswer')),
    view: (window) => ({ maintenanceWindow: window }),
    errors: ['window_limit'],
  }),
  operation(removeMaintenanceWindow, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Remove a maintenance window',
    description: 'Ends an open one or cancels a later one. Alerts that it held are sent soon.',
    params: z.object({ id: idParameter<'maintenance-window'>('The maintenance window.') }),
    answers: says('Maintenance window removed'),
    missing: 'window_not_found',
  }),
];
