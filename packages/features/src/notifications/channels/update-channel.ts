import { updateChannelInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { getChannelRowForOrg, lockChannels } from './internal/channel-view.ts';
import { type SavedChannel, writeChannel } from './internal/write-channel.ts';

/**
 * Changes the given fields of a channel; a masked value keeps the stored secret. Resumes a broken channel. Throws
 * `channel_not_found`, `channel_plan`, `channel_exists` or `invalid_input`.
 */
export const updateChannel = useCase({
  name: 'notifications/update-channel',
  access: 'admin',
  input: updateChannelInput,
  audit: 'Changed a channel',
})(
  (ctx, { id, ...change }): Promise<SavedChannel> =>
    withTransaction(ctx, async (tx, audit) => {
      await lockChannels(tx);
      const { changed, ...saved } = await writeChannel(tx, await getChannelRowForOrg(tx, id), change);
      const { type, name, enabled, inDefaultRoute } = saved.channel;
      audit({ subjectId: id, detail: { type, name, enabled, inDefaultRoute, changed } });
      return saved;
    }),
);
