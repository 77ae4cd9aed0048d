import { webhookEndpoints } from '@notafter/db';
import { webhookEndpointIdInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockEndpointForOrg } from './internal/endpoint-view.ts';

/** Deletes an endpoint with its deliveries. Leaves its queue to the sender, which locks it before the endpoint. */
export const removeWebhookEndpoint = useCase({
  name: 'notifications/remove-webhook-endpoint',
  access: 'admin',
  input: webhookEndpointIdInput,
  audit: 'Deleted a webhook endpoint',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const { name } = await lockEndpointForOrg(tx, id);
    await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    audit({ subjectId: id, detail: { name } });
  });
});
