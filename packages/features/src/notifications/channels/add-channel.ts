import { CHANNELS_MAX, DomainError } from '@notafter/domain';
import { addChannelInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { listSavedRows, lockChannels, newChannelRow, requireChannel } from './internal/channel-view.ts';
import { type SavedChannel, writeChannel } from './internal/write-channel.ts';

/**
 * Adds a channel, of a type that may have others. Throws `channel_plan`, `channel_exists` for a name in use, `channel_limit` or
 * `invalid_input`.
 */
export const addChannel = useCase({
  name: 'notifications/add-channel',
  access: 'admin',
  input: addChannelInput,
  audit: 'Added a channel',
})(async (ctx, { type, ...channel }): Promise<SavedChannel> => {
  requireChannel(ctx.entitlements, type);
  return withTransaction(ctx, async (tx, audit) => {
    await lockChannels(tx);
    if ((await listSavedRows(tx)).length >= CHANNELS_MAX) throw new DomainError('channel_limit');
    const { changed: _, ...saved } = await writeChannel(tx, newChannelRow(type), channel);
    const { id, name, enabled } = saved.channel;
    audit({ ...(id === null ? {} : { subjectId: id }), detail: { type, name, enabled } });
    return saved;
  });
});
