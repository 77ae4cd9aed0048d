import { webhookEndpoints } from '@notafter/db';
import type { WebhookEndpointIdInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockEndpointForOrg } from './internal/endpoint-view.ts';

/** Deletes an endpoint with its deliveries. Leaves its queue to the sender, which locks it before the endpoint. */
export const removeWebhookEndpoint = async (ctx: OrgContext, { id }: WebhookEndpointIdInput): Promise<void> => {
  requirePermission(ctx, 'notifications/remove-webhook-endpoint');
  await withTransaction(ctx, 'notifications/remove-webhook-endpoint', async (tx, audit) => {
    const { name } = await lockEndpointForOrg(tx, id);
    await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    audit({ subjectId: id, detail: { name } });
  });
};
