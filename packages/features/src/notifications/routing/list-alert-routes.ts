import { useCase } from '../../use-case.ts';
import { type AlertRoute, listRoutes } from './internal/route-view.ts';

/** Returns the routes of the organization, oldest first. Their order has no effect: every route that matches counts. */
export const listAlertRoutes = useCase({
  name: 'notifications/list-alert-routes',
  access: 'member',
})(async (ctx): Promise<{ routes: AlertRoute[] }> => ({ routes: await listRoutes(ctx) }));
