import { createRoute, z } from '@hono/zod-openapi';
import { LONGEST_SILENCE_DAYS } from '@notafter/domain';
import { addMaintenanceWindow, listMaintenanceWindows, removeMaintenanceWindow } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant, instantField, lineField, rowId, savedBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { mapperTo, throwInSnakeCase } from '../../../wire/names.ts';
import { pageOf, pageParameters, pageShape } from '../../../wire/page.ts';
import { idParameter } from '../../../wire/parameters.ts';

const path = '/v1/notifications/maintenance-windows';
const REMOVED = 'Maintenance window removed';

const wireWindow = z
  .object({
    id: rowId(),
    name: z.string().openapi({ example: 'Data center move' }),
    starts_at: instant(),
    ends_at: instant(),
    active: z.boolean().openapi({ description: 'Open now: no alert is sent.', example: false }),
  })
  .openapi('MaintenanceWindow');

const toWireWindow = mapperTo(wireWindow);

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'listMaintenanceWindows',
  tags: ['Alerts'],
  summary: 'List maintenance windows',
  description: 'Those that have not ended, the next to start first.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query: z.object(pageParameters('Windows')) },
  responses: {
    200: answers('One page.', z.object({ maintenance_windows: z.array(wireWindow), ...pageShape }).openapi('MaintenanceWindowList')),
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

const addRoute = createRoute({
  method: 'post',
  path,
  operationId: 'addMaintenanceWindow',
  tags: ['Alerts'],
  summary: 'Add a maintenance window',
  description: `Alerts raised during a window are held and sent together when it ends. A window lasts at most ${LONGEST_SILENCE_DAYS} days.`,
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    body: takes(
      savedBody(wireWindow, { name: lineField(100, 'Enter a name.'), starts_at: instantField(), ends_at: instantField() })
        .refine((window) => window.starts_at < window.ends_at, { path: ['ends_at'], message: 'Enter an end after the beginning.' })
        .openapi('NewMaintenanceWindow'),
      { name: 'Data center move', starts_at: '2026-12-04T22:00:00Z', ends_at: '2026-12-05T04:00:00Z' },
    ),
  },
  responses: {
    200: answers('Added.', z.object({ maintenance_window: wireWindow }).openapi('MaintenanceWindowAnswer')),
    ...errorResponses(...bodyErrors, ...adminErrors, 'window_limit'),
  },
});

const removeRoute = createRoute({
  method: 'delete',
  path: `${path}/{id}`,
  operationId: 'removeMaintenanceWindow',
  tags: ['Alerts'],
  summary: 'Remove a maintenance window',
  description: 'Ends an open one or cancels a later one. Alerts that it held are sent soon.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: z.object({ id: idParameter<'maintenance-window'>('The maintenance window.') }) },
  responses: { 200: saysMessage(REMOVED), ...errorResponses(...adminErrors, 'window_not_found') },
});

export const serveMaintenanceWindows = (app: RestRouter): void => {
  app.openapi(listRoute, async (c) => {
    const { windows } = await listMaintenanceWindows(c.get('org'));
    const { rows, ...page } = pageOf(windows, c.req.valid('query'), ({ id }) => id);
    return c.json({ maintenance_windows: rows.map(toWireWindow), ...page }, 200);
  });
  app.openapi(addRoute, async (c) => {
    const { name, starts_at: startsAt, ends_at: endsAt } = c.req.valid('json');
    const window = await addMaintenanceWindow(c.get('org'), { name, startsAt, endsAt }).catch(throwInSnakeCase);
    return c.json({ maintenance_window: toWireWindow(window) }, 200);
  });
  app.openapi(
    removeRoute,
    async (c) => {
      await removeMaintenanceWindow(c.get('org'), c.req.valid('param'));
      return c.json({ message: REMOVED }, 200);
    },
    refuseBadInputOr('window_not_found'),
  );
};
