import { saveChannelInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockFirstRow, requireChannel } from './internal/channel-view.ts';
import { type SavedChannel, writeChannel } from './internal/write-channel.ts';

/**
 * Saves the first channel of a type: on or off, and its fields; a masked value keeps the stored secret. Retries a broken channel,
 * and notifies a newly completed one of open alerts. Throws `channel_plan` or `invalid_input`.
 */
export const saveChannel = useCase({
  name: 'notifications/save-channel',
  access: 'admin',
  input: saveChannelInput,
  audit: 'Changed the channel of a type',
})(async (ctx, { type, ...change }): Promise<SavedChannel> => {
  if (change.enabled) requireChannel(ctx.entitlements, type);
  return withTransaction(ctx, async (tx, audit) => {
    const { changed, ...saved } = await writeChannel(tx, await lockFirstRow(tx, type), change);
    const { id, name, enabled } = saved.channel;
    audit({ ...(id === null ? {} : { subjectId: id }), detail: { type, name, enabled, changed } });
    return saved;
  });
});
