import { newId, organizations, webhookEndpoints } from '@notafter/db';
import { DomainError, eventTypes, isMasked, WEBHOOK_ENDPOINTS_MAX } from '@notafter/domain';
import { addWebhookEndpointInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sealEndpoint } from '../channels/internal/sealed-settings.ts';
import { newSigningSecret } from '../channels/internal/signing-secret.ts';
import { listEndpointRows, viewOfEndpoint, type WebhookEndpointView } from './internal/endpoint-view.ts';

/** Adds an endpoint with a signing secret, shown once. Throws `webhooks_plan`, `invalid_input` or `webhook_endpoint_limit`. */
export const addWebhookEndpoint = useCase({
  name: 'notifications/add-webhook-endpoint',
  access: 'admin',
  plan: 'webhooks',
  input: addWebhookEndpointInput,
  audit: 'Added a webhook endpoint',
})(
  async (
    ctx,
    { name, url, types: chosen, enabled },
  ): Promise<{ readonly endpoint: WebhookEndpointView; readonly signingSecret: string }> => {
    const types = eventTypes.filter((type) => chosen.includes(type));
    if (isMasked(url))
      throw new DomainError('invalid_input', { details: [{ path: 'url', message: 'Enter the whole address, https:// included.' }] });
    return withTransaction(ctx, async (tx, audit) => {
      // Concurrent requests pass here one by one, so that the count holds at the commit.
      await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
      if ((await listEndpointRows(tx, tx.db)).length >= WEBHOOK_ENDPOINTS_MAX) throw new DomainError('webhook_endpoint_limit');
      const [id, now, signingSecret] = [newId<'webhook-endpoint'>(), tx.clock.now(), newSigningSecret()];
      const sealedSettings = sealEndpoint(tx.auth, id, { url, signingSecrets: [{ secret: signingSecret, validUntil: null }] });
      const [row] = await tx.db
        .insert(webhookEndpoints)
        .values({ id, orgId: tx.org.id, name, sealedSettings, types, enabled, createdAt: now, updatedAt: now })
        .returning();
      if (row === undefined) throw new Error('The webhook endpoint was not inserted.');
      audit({ subjectId: id, detail: { name, types } });
      return { endpoint: viewOfEndpoint(tx, row), signingSecret };
    });
  },
);
