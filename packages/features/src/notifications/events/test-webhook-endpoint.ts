import { newId, webhookEndpoints } from '@notafter/db';
import { cleanLine, DomainError, SECOND_MS } from '@notafter/domain';
import { webhookEndpointIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { secretsInForce } from '../channels/internal/sealed-settings.ts';
import { sendWork } from '../delivery/internal/send-work.ts';
import { getEndpointForOrg, openRow } from './internal/endpoint-view.ts';

const REASON_MAX_LENGTH = 200;
const PATIENCE = { deadlineMs: 7 * SECOND_MS, graceMs: SECOND_MS } as const;

/**
 * Posts an event of type `test` while the person waits; a delivered test resumes a paused endpoint. Throws
 * `webhook_endpoint_not_found`, `webhooks_plan`, `webhook_test_failed` with the receiver's status and reason, or `rate_limited`.
 */
export const testWebhookEndpoint = useCase({
  name: 'notifications/test-webhook-endpoint',
  access: 'admin',
  plan: 'webhooks',
  input: webhookEndpointIdInput,
  audit: 'Tested a webhook endpoint',
})(async (ctx, { id }): Promise<void> => {
  const row = await getEndpointForOrg(ctx, ctx.db, id);
  await throttleOf(ctx).spend('channelTest', ctx.org.id);
  const now = ctx.clock.now();
  const { url, signingSecrets } = openRow(ctx, row);
  const event = {
    url,
    signingSecrets: secretsInForce(signingSecrets, now),
    id: newId<'event'>(),
    type: 'test' as const,
    at: now,
    data: { text: 'This is a test from Notafter. Events will arrive here.' },
  };
  const outcome = await sendWork(ctx, { kind: 'event', event }, PATIENCE);
  const delivered = outcome.kind === 'delivered';
  await withTransaction(ctx, async (tx, audit) => {
    if (delivered) {
      await tx.db
        .update(webhookEndpoints)
        .set({ brokenAt: null, brokenReason: null, failures: 0, failingSince: null })
        .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.updatedAt, row.updatedAt)));
    }
    audit({ subjectId: id, detail: { name: row.name, delivered } });
  });
  if (delivered) return;
  const status = outcome.status === null ? '' : ` (status ${outcome.status})`;
  throw new DomainError('webhook_test_failed', { message: `Test failed: ${cleanLine(outcome.answer, REASON_MAX_LENGTH)}${status}` });
});
