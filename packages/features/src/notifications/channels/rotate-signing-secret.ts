import { notificationChannels } from '@notafter/db';
import { addMs, DAY_MS, DomainError } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockChannelRow, stateOf } from './internal/channel-view.ts';
import { sealChannel } from './internal/sealed-settings.ts';
import { newSigningSecret } from './internal/signing-secret.ts';

/** How long the previous secret keeps signing, so that a receiver can switch without losing an alert. */
const OVERLAP_MS = DAY_MS;

/** Gives the webhook a new signing secret, shown once. Throws `channel_incomplete` if the webhook was never completed. */
export const rotateSigningSecret = useCase({
  name: 'notifications/rotate-signing-secret',
  access: 'admin',
  audit: 'Made another signing secret',
})(async (ctx): Promise<{ signingSecret: string }> => {
  return withTransaction(ctx, async (tx, audit) => {
    const stored = await lockChannelRow(tx, 'webhook');
    const [present] = stored.signingSecrets;
    if (present === undefined) throw new DomainError('channel_incomplete');
    const now = tx.clock.now();
    const signingSecret = newSigningSecret();
    const signingSecrets = [
      { secret: signingSecret, validUntil: null },
      { secret: present.secret, validUntil: addMs(now, OVERLAP_MS) },
    ];
    await tx.db
      .update(notificationChannels)
      .set({ sealedSettings: sealChannel(tx.auth, tx.org.id, 'webhook', { fields: stored.fields, signingSecrets }), updatedAt: now })
      .where(and(eq(notificationChannels.orgId, tx.org.id), eq(notificationChannels.type, 'webhook')));
    audit({ detail: { state: stateOf(stored, tx.entitlements) } });
    return { signingSecret };
  });
});
