import { useCase } from '../../use-case.ts';
import { listEndpointRows, viewOfEndpoint, type WebhookEndpointView } from './internal/endpoint-view.ts';

/** Returns every webhook endpoint of the organization, oldest first; without secrets. */
export const listWebhookEndpoints = useCase({
  name: 'notifications/list-webhook-endpoints',
  access: 'member',
})(
  async (ctx): Promise<{ readonly endpoints: readonly WebhookEndpointView[] }> => ({
    endpoints: (await listEndpointRows(ctx, ctx.db)).map((row) => viewOfEndpoint(ctx, row)),
  }),
);
