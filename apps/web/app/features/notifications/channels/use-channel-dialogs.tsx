import { channelTraits } from '@notafter/domain';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { Channel, ChannelInput, ChannelList } from '../types.ts';

const ChannelDialog = lazyDialog(() => import('./channel-dialog.tsx'));

/** The dialogs that add, rename and delete channels. `showSecret` shows the signing secret of a new webhook. */
export function useChannelDialogs({ channels }: ChannelList, showSecret: (secret: string) => void) {
  const { notifications, certificates } = useTRPC();
  const refresh = [
    notifications.channels.queryFilter(),
    notifications.routes.queryFilter(),
    notifications.log.pathFilter(),
    certificates.stats.queryFilter(),
  ];
  const failed = 'Failed to save the channel';
  const [dialog, open] = useDialog();
  const add = useAction(notifications.addChannel.mutationOptions(), { done: 'Channel added', failed, refresh });
  const update = useAction(notifications.updateChannel.mutationOptions(), { done: 'Channel saved', failed, refresh });
  const remove = useAction(notifications.removeChannel.mutationOptions(), { failed: 'Failed to delete the channel', refresh });

  const save = async (channel: Channel | null, input: ChannelInput): Promise<void> => {
    const { name, inDefaultRoute } = input;
    if (channel === null) {
      const { signingSecret } = await add.send(input);
      if (signingSecret !== null) showSecret(signingSecret);
    } else if (channel.id !== null) await update.send({ id: channel.id, name, inDefaultRoute });
  };
  const types = [...new Set(channels.flatMap(({ type, available }) => (available ? [type] : [])))];
  const openEdit = (channel: Channel | null, type = types[0] ?? 'email'): void =>
    open((close) => <ChannelDialog channel={channel} types={types} firstType={type} onSave={save} onClose={close} />);
  const openDelete = ({ id, name }: Channel): void =>
    open((close) => (
      <ConfirmDialog
        title={`Delete ${name}`}
        action="Delete Channel"
        busyAction="Deleting..."
        failed="Failed to delete the channel"
        onConfirm={() => (id === null ? Promise.resolve() : remove.send({ id }).then(() => showSuccess(`${name} deleted`)))}
        onClose={close}
      >
        We stop sending alerts to this channel and delete its settings. Its alerts stay in the log. This action cannot be undone.
      </ConfirmDialog>
    ));
  const menuOf = (channel: Channel): readonly MenuEntry[] =>
    channel.id === null
      ? []
      : [
          { label: 'Name and Routing', icon: 'edit', onSelect: () => openEdit(channel) },
          ...(channel.available
            ? [
                {
                  label: `Add Another ${channelTraits[channel.type].name}`,
                  icon: 'plus' as const,
                  onSelect: () => openEdit(null, channel.type),
                },
              ]
            : []),
          { label: 'Delete', icon: 'trash', danger: true, onSelect: () => openDelete(channel) },
        ];
  return { dialog, menuOf, openAdd: () => openEdit(null) };
}
