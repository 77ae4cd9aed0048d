import { channelIdInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { getChannelRowForOrg, lockChannels } from './internal/channel-view.ts';
import { rotateSecret } from './internal/rotate-secret.ts';

/**
 * Gives a webhook a new signing secret, shown once. Throws `channel_not_found`, or `channel_incomplete` if it has none.
 */
export const rotateChannelSecret = useCase({
  name: 'notifications/rotate-channel-secret',
  access: 'admin',
  input: channelIdInput,
  audit: 'Made another signing secret',
})(
  (ctx, { id }): Promise<{ signingSecret: string }> =>
    withTransaction(ctx, async (tx, audit) => {
      await lockChannels(tx);
      const row = await getChannelRowForOrg(tx, id);
      const signingSecret = await rotateSecret(tx, row);
      audit({ subjectId: id, detail: { name: row.name } });
      return { signingSecret };
    }),
);
