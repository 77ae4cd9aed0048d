import { areFilled, type ChannelId, channelState } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import { texts } from '../notification-texts.ts';
import type { Channel, ChannelList } from '../types.ts';

export type FieldValues = Readonly<Record<string, string>>;

export const valuesOf = ({ fields }: Channel): FieldValues => Object.fromEntries(fields.map(({ name, value }) => [name, value]));

export const isFilled = ({ fields }: Channel, values: FieldValues): boolean => areFilled(fields, values);

/** Enables, saves and tests channels. A switch moves at once, and moves back if the server refuses. */
export function useChannels() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = trpc.notifications.channels;
  const rereadDue = useRef(false);
  /** Shown once, after the first save of a webhook and after each rotation. */
  const [signingSecret, setSigningSecret] = useState<string | null>(null);
  const [testing, setTesting] = useState<ReadonlySet<ChannelId>>(new Set());
  // One at a time: a switch must not overwrite settings that were saved after it.
  const scope = { id: 'channels' };
  const addFirst = useMutation({ ...trpc.notifications.saveChannel.mutationOptions(), scope });
  const update = useMutation({ ...trpc.notifications.updateChannel.mutationOptions(), scope });
  const test = useAction(trpc.notifications.testChannelById.mutationOptions(), { done: texts.testSent, failed: texts.testFailed });
  const rotate = useAction(trpc.notifications.rotateChannelSecret.mutationOptions(), { failed: 'Failed to create a new signing secret' });

  /** An enabled channel sends the alerts that wait for one. */
  const rereadLog = (): void => void queries.invalidateQueries(trpc.notifications.log.pathFilter());

  /** The blank channel of a type gets its id when it is saved. */
  const replace = (before: Channel, changed: Channel): void => {
    const isIt = ({ id, type }: Channel): boolean => type === changed.type && (id === before.id || id === changed.id);
    queries.setQueryData<ChannelList>(list.queryKey(), (known) =>
      known === undefined ? known : { ...known, channels: known.channels.map((channel) => (isIt(channel) ? changed : channel)) },
    );
  };

  const save = ({ id, type }: Channel, enabled: boolean, settings: FieldValues) =>
    id === null ? addFirst.mutateAsync({ type, enabled, settings }) : update.mutateAsync({ id, enabled, settings });

  const reread = async (): Promise<void> => {
    const { saveChannel, updateChannel } = trpc.notifications;
    const saving = [saveChannel.mutationKey(), updateChannel.mutationKey()].map((mutationKey) => queries.isMutating({ mutationKey }));
    rereadDue.current = saving.some((count) => count > 0);
    if (!rereadDue.current) await queries.invalidateQueries(list.queryFilter());
  };

  /** A list requested before a change would undo it on the screen and close an open form. */
  const changing = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    if (queries.isFetching(list.queryFilter()) > 0) rereadDue.current = true;
    await queries.cancelQueries(list.queryFilter());
    try {
      return await change();
    } finally {
      if (rereadDue.current) void reread();
    }
  };

  const toggle = async (channel: Channel, enabled: boolean): Promise<void> => {
    const values = valuesOf(channel);
    try {
      const saved = await changing(() => {
        const state = channelState({ enabled, complete: isFilled(channel, values), available: channel.available });
        replace(channel, { ...channel, enabled, state, trouble: enabled ? channel.trouble : null });
        return save(channel, enabled, values);
      });
      replace(channel, saved.channel);
      if (saved.signingSecret !== null) setSigningSecret(saved.signingSecret);
      // The list's first steps count the channels that are enabled.
      void queries.invalidateQueries(trpc.certificates.stats.queryFilter());
      showSuccess(`${channel.name} ${enabled ? 'enabled' : 'disabled'}`);
      rereadLog();
    } catch (error) {
      replace(channel, channel);
      showError(failureText(error, texts.updateFailed));
    }
  };

  /** Throws on a refusal, so that the form can show it at the field. */
  const saveValues = async (channel: Channel, values: FieldValues): Promise<void> => {
    const saved = await changing(() => save(channel, channel.enabled, values));
    replace(channel, saved.channel);
    if (saved.signingSecret !== null) setSigningSecret(saved.signingSecret);
    showSuccess(`${channel.name} settings saved!`);
    rereadLog();
  };

  const runTest = async ({ id }: Channel): Promise<void> => {
    if (id === null) return;
    setTesting((ids) => new Set(ids).add(id));
    await test.run({ id });
    setTesting((ids) => new Set([...ids].filter((other) => other !== id)));
    // A delivered test resumes a broken channel, and is in the log.
    rereadLog();
    await reread();
  };

  const rotateSecret = async ({ id }: Channel): Promise<void> => {
    if (id === null) return;
    const rotated = await rotate.run({ id });
    if (rotated !== null) setSigningSecret(rotated.signingSecret);
  };

  return {
    signingSecret,
    showSecret: setSigningSecret,
    forgetSecret: () => setSigningSecret(null),
    testing,
    toggle: (channel: Channel, enabled: boolean) => void toggle(channel, enabled),
    saveValues,
    test: (channel: Channel) => void runTest(channel),
    rotateSecret: (channel: Channel) => void rotateSecret(channel),
  };
}
