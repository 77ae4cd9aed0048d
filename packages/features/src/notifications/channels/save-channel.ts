import { notificationChannels } from '@notafter/db';
import { DomainError, isComplete, mergeSettings } from '@notafter/domain';
import { saveChannelInput } from '@notafter/domain/inputs';
import type { OrgContext, TransactionContext } from '../../context.ts';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type ChannelRow, type ChannelView, lockChannelRow, requireChannel, viewOf } from './internal/channel-view.ts';
import { sealChannel } from './internal/sealed-settings.ts';
import { newSigningSecret } from './internal/signing-secret.ts';

export interface SavedChannel {
  readonly channel: ChannelView;
  /** Set only by the save that first completes a webhook. */
  readonly signingSecret: string | null;
}

const write = async (tx: TransactionContext<OrgContext>, row: ChannelRow, updatedAt: Date): Promise<void> => {
  const { type, enabled, fields, signingSecrets } = row;
  const values = {
    enabled,
    complete: isComplete(type, fields),
    sealedSettings: sealChannel(tx.auth, tx.org.id, type, { fields, signingSecrets }),
    brokenAt: null,
    brokenReason: null,
    updatedAt,
  };
  await tx.db
    .insert(notificationChannels)
    .values({ orgId: tx.org.id, type, ...values })
    .onConflictDoUpdate({ target: [notificationChannels.orgId, notificationChannels.type], set: values });
};

/**
 * Saves a channel: on or off, and its fields; a masked value keeps the stored secret. Retries a broken channel, and notifies a
 * newly completed one of open alerts. Throws `channel_plan` or `invalid_input`.
 */
export const saveChannel = useCase({
  name: 'notifications/save-channel',
  access: 'admin',
  input: saveChannelInput,
  audit: 'Changed a channel',
})(async (ctx, { type, enabled, settings: typed }): Promise<SavedChannel> => {
  if (enabled) requireChannel(ctx.entitlements, type);
  return withTransaction(ctx, async (tx, audit) => {
    const stored = await lockChannelRow(tx, type);
    const { settings: fields, problems } = mergeSettings(type, typed, stored.fields);
    if (problems.length > 0) throw new DomainError('invalid_input', { details: problems });
    const signingSecret = type === 'webhook' && stored.signingSecrets.length === 0 && isComplete(type, fields) ? newSigningSecret() : null;
    const signingSecrets = signingSecret === null ? stored.signingSecrets : [{ secret: signingSecret, validUntil: null }];
    const saved: ChannelRow = { ...stored, enabled, fields, signingSecrets, brokenAt: null, brokenReason: null };
    await write(tx, saved, tx.clock.now());
    await requestReview(tx, tx.org.id);
    const changed = Object.keys(fields).filter((name) => fields[name] !== (stored.fields[name] ?? ''));
    audit({ detail: { type, enabled, changed } });
    return { channel: viewOf(saved, tx), signingSecret };
  });
});
