import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSellsPlans, useSessionView } from '../../../shell/session.ts';
import { SecretDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { Icon } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import { WithAside } from '../../../ui/with-aside/with-aside.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import type { Channel, ChannelList } from '../types.ts';
import { AlertTimingCard } from './alert-timing-card.tsx';
import { ChannelCard } from './channel-card.tsx';
import css from './channels.module.css';
import { DayRulesCard } from './day-rules-card.tsx';
import { useChannelDialogs } from './use-channel-dialogs.tsx';
import { useChannels } from './use-channels.ts';

// Few plans have webhook endpoints: the others do not load their code.
const EndpointsCard = lazyPart(() => import('../endpoints/endpoints-card.tsx'));
const RoutesCard = lazyPart(() => import('../routes/routes-card.tsx'));

/** The channels as cards in two columns, with the alert days beside them. */
export function ChannelsTab() {
  const query = useQuery(useTRPC().notifications.channels.queryOptions());
  const hasEndpoints = useSessionView()?.entitlements.channels.includes('webhook') ?? false;
  return (
    <WithAside
      least={600}
      aside={
        <>
          <AlertTimingCard />
          <DayRulesCard />
        </>
      }
    >
      <UntilLoaded query={query} label="Channels" failed="Channels did not load" unaffected="Alerts are still sent.">
        {(list) => <Cards list={list} />}
      </UntilLoaded>
      <RoutesCard />
      {hasEndpoints ? <EndpointsCard /> : null}
    </WithAside>
  );
}

/** The first of a type keeps its card when it is saved for the first time, and with it what was typed. */
const keyOf = (channel: Channel, { channels }: ChannelList): string =>
  channel.id === null || channels.find(({ type }) => type === channel.type) === channel ? channel.type : channel.id;

function Cards({ list }: { readonly list: ChannelList }) {
  const actions = useChannels();
  const mayEdit = useMay('notifications/save-channel');
  const sellsPlans = useSellsPlans();
  const changes = useChannelDialogs(list, actions.showSecret);
  return (
    <div>
      <div className={css.cards}>
        {list.channels.map((channel) => (
          <ChannelCard
            key={keyOf(channel, list)}
            channel={channel}
            actions={mayEdit ? actions : null}
            menu={mayEdit ? changes.menuOf(channel) : []}
          />
        ))}
      </div>
      {mayEdit ? (
        <Button variant="default" size="sm" my="xs" leftSection={<Icon name="plus" small />} onClick={changes.openAdd}>
          Add Channel
        </Button>
      ) : null}
      {changes.dialog}
      {sellsPlans && list.channels.some(({ available }) => !available) ? (
        <Note>
          Larger plans have more channels. <UpgradeLink look="text" />
        </Note>
      ) : null}
      {actions.signingSecret === null ? null : (
        <SecretDialog
          title="Signing secret"
          label="Signing secret"
          secret={actions.signingSecret}
          text="Copy it now; it cannot be shown again. Your receiver verifies with it that a message comes from us (Standard Webhooks). You can create a new secret at any time."
          onClose={actions.forgetSecret}
        />
      )}
    </div>
  );
}
