import { notificationChannels } from '@notafter/db';
import { addMs, DAY_MS, DomainError } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import type { ChannelRow } from './channel-view.ts';
import { sealChannel } from './sealed-settings.ts';
import { newSigningSecret } from './signing-secret.ts';

/** How long the previous secret keeps signing, so that a receiver can switch without losing an alert. */
const OVERLAP_MS = DAY_MS;

/** Gives a channel a new signing secret and returns it. Throws `channel_incomplete` if it never had one. */
export const rotateSecret = async (
  tx: TransactionContext<OrgContext>,
  { id, queue, fields, signingSecrets }: ChannelRow,
): Promise<string> => {
  const [present] = signingSecrets;
  if (id === null || present === undefined) throw new DomainError('channel_incomplete');
  const now = tx.clock.now();
  const signingSecret = newSigningSecret();
  const both = [
    { secret: signingSecret, validUntil: null },
    { secret: present.secret, validUntil: addMs(now, OVERLAP_MS) },
  ];
  await tx.db
    .update(notificationChannels)
    .set({ sealedSettings: sealChannel(tx.auth, tx.org.id, queue, { fields, signingSecrets: both }), updatedAt: now })
    .where(eq(notificationChannels.id, id));
  return signingSecret;
};
