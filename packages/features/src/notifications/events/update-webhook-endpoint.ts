import { webhookEndpoints } from '@notafter/db';
import { DomainError, eventTypes, isMasked } from '@notafter/domain';
import { updateWebhookEndpointInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sealEndpoint } from '../channels/internal/sealed-settings.ts';
import { lockEndpointForOrg, openRow, viewOfEndpoint, type WebhookEndpointView } from './internal/endpoint-view.ts';

/**
 * Changes the given fields and resumes a paused endpoint. Throws `webhook_endpoint_not_found`, or `webhooks_plan` if it would be
 * enabled without the plan.
 */
export const updateWebhookEndpoint = useCase({
  name: 'notifications/update-webhook-endpoint',
  access: 'admin',
  input: updateWebhookEndpointInput,
  audit: 'Changed a webhook endpoint',
})(async (ctx, { id, url, ...given }): Promise<{ readonly endpoint: WebhookEndpointView }> => {
  if (given.enabled === true && !ctx.entitlements.channels.includes('webhook')) throw new DomainError('webhooks_plan');
  return withTransaction(ctx, async (tx, audit) => {
    const row = await lockEndpointForOrg(tx, id);
    const stored = openRow(tx, row);
    const change = {
      name: given.name ?? row.name,
      types: eventTypes.filter((type) => (given.types ?? row.types).includes(type)),
      enabled: given.enabled ?? row.enabled,
      sealedSettings: url === undefined || isMasked(url) ? row.sealedSettings : sealEndpoint(tx.auth, id, { ...stored, url }),
      brokenAt: null,
      brokenReason: null,
      failures: 0,
      failingSince: null,
      updatedAt: tx.clock.now(),
    };
    await tx.db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id));
    audit({
      subjectId: id,
      detail: { name: change.name, types: change.types, enabled: change.enabled, url: url !== undefined && !isMasked(url) },
    });
    return { endpoint: viewOfEndpoint(tx, { ...row, ...change }) };
  });
});
