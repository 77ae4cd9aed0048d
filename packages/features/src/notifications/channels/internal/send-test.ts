import { deliveries, deliveryAttempts, newId, notificationChannels } from '@notafter/db';
import { cleanLine, type DeliveryOutcome, DomainError, SECOND_MS } from '@notafter/domain';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { OrgContext } from '../../../context.ts';
import { requestReview } from '../../../request-review.ts';
import { throttleOf } from '../../../throttling/throttle.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { renderMessage } from '../../delivery/internal/render-message.ts';
import { sendWork } from '../../delivery/internal/send-work.ts';
import { type ChannelRow, type SavedChannelRow, stateOf } from './channel-view.ts';
import { secretsInForce } from './sealed-settings.ts';

const REASON_MAX_LENGTH = 200;
const TEXT = 'Test notification';
/** Below the ten seconds after which browsers and clients give up. */
const PATIENCE = { deadlineMs: 7 * SECOND_MS, graceMs: SECOND_MS } as const;

/** Tests leave a row in the log, written once the outcome is known: no worker processes one. */
const storeTest = (
  ctx: OrgContext,
  { id, type, name, queue }: SavedChannelRow,
  messageId: string,
  startedAt: Date,
  outcome: DeliveryOutcome,
): Promise<void> =>
  // A test of all channels is several tests of one.
  withTransaction({ ...ctx, useCase: 'notifications/test-channel' }, async (tx, audit) => {
    const now = tx.clock.now();
    const delivered = outcome.kind === 'delivered';
    await tx.db.insert(deliveries).values({
      id: newId<'delivery'>(),
      orgId: tx.org.id,
      channel: queue,
      kind: 'test',
      state: delivered ? 'sent' : 'dead',
      dueAt: startedAt,
      messageId,
      attempts: 1,
      text: TEXT,
      problem: delivered ? null : outcome.answer,
      createdAt: startedAt,
      firstAttemptAt: startedAt,
      sentAt: delivered ? now : null,
    });
    await tx.db.insert(deliveryAttempts).values({
      messageId,
      attempt: 1,
      orgId: tx.org.id,
      startedAt,
      finishedAt: now,
      outcome: outcome.kind === 'retry' && outcome.outcomeUnknown ? 'unknown' : outcome.kind,
      status: outcome.status,
      answer: outcome.answer,
    });
    const isBroken = and(eq(notificationChannels.id, id), isNotNull(notificationChannels.brokenAt));
    const resumed = delivered
      ? await tx.db
          .update(notificationChannels)
          .set({ brokenAt: null, brokenReason: null, updatedAt: now })
          .where(isBroken)
          .returning({ id: notificationChannels.id })
      : [];
    if (resumed.length > 0) await requestReview(tx, tx.org.id);
    audit({ subjectId: id, detail: { type, name, delivered } });
  });

const isSaved = (row: ChannelRow): row is SavedChannelRow => row.id !== null;

/**
 * Sends a test through a channel while the person waits; a delivered test resumes a broken channel. Throws `channel_incomplete`,
 * `channel_test_failed` with the receiver's answer, or `rate_limited`.
 */
export const sendTest = async (ctx: OrgContext, row: ChannelRow): Promise<void> => {
  if (!isSaved(row) || stateOf(row, ctx.entitlements) !== 'configured') throw new DomainError('channel_incomplete');
  await throttleOf(ctx).spend('channelTest', ctx.org.id);
  const startedAt = ctx.clock.now();
  const messageId = newId<'message'>();
  const facts = { organization: ctx.org.name, template: null, now: startedAt };
  const outgoing = {
    type: row.type,
    settings: row.fields,
    signingSecrets: secretsInForce(row.signingSecrets, startedAt),
    message: renderMessage(ctx, { kind: 'test', key: messageId, parts: [] }, facts),
  };
  const outcome = await sendWork(ctx, { kind: 'message', outgoing }, PATIENCE);
  await storeTest(ctx, row, messageId, startedAt, outcome);
  if (outcome.kind === 'delivered') return;
  const status = outcome.status === null ? '' : ` (status ${outcome.status})`;
  throw new DomainError('channel_test_failed', { message: `Test failed: ${cleanLine(outcome.answer, REASON_MAX_LENGTH)}${status}` });
};
