import { type OrgContext, requirePermission } from '../../context.ts';
import { listEndpointRows, viewOfEndpoint, type WebhookEndpointView } from './internal/endpoint-view.ts';

/** Every webhook endpoint of the organization, oldest first. No secret is in it. */
export const listWebhookEndpoints = async (ctx: OrgContext): Promise<{ readonly endpoints: readonly WebhookEndpointView[] }> => {
  requirePermission(ctx, 'notifications/list-webhook-endpoints');
  return { endpoints: (await listEndpointRows(ctx, ctx.db)).map((row) => viewOfEndpoint(ctx, row)) };
};
