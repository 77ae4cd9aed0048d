import { type OrgContext, requirePermission } from '../../context.ts';
import { listEndpointRows, viewOfEndpoint, type WebhookEndpointView } from './internal/endpoint-view.ts';

/** Returns every webhook endpoint of the organization, oldest first; without secrets. */
export const listWebhookEndpoints = async (ctx: OrgContext): Promise<{ readonly endpoints: readonly WebhookEndpointView[] }> => {
  requirePermission(ctx, 'notifications/list-webhook-endpoints');
  return { endpoints: (await listEndpointRows(ctx, ctx.db)).map((row) => viewOfEndpoint(ctx, row)) };
};
