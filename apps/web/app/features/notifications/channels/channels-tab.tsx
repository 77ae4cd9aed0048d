import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSellsPlans, useSessionView } from '../../../shell/session.ts';
import { SecretDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import { WithAside } from '../../../ui/with-aside/with-aside.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import type { ChannelList } from '../types.ts';
import { AlertTimingCard } from './alert-timing-card.tsx';
import { ChannelCard } from './channel-card.tsx';
import css from './channels.module.css';
import { DayRulesCard } from './day-rules-card.tsx';
import { useChannels } from './use-channels.ts';

// Few plans have webhook endpoints: the others do not load their code.
const EndpointsCard = lazyPart(() => import('../endpoints/endpoints-card.tsx'));

/** The channels as cards in two columns, with the alert days beside them. */
export function ChannelsTab() {
  const query = useQuery(useTRPC().notifications.listChannels.queryOptions());
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
      {hasEndpoints ? <EndpointsCard /> : null}
    </WithAside>
  );
}

function Cards({ list }: { readonly list: ChannelList }) {
  const actions = useChannels();
  const mayEdit = useMay('notifications/save-channel');
  const sellsPlans = useSellsPlans();
  return (
    <div>
      <div className={css.cards}>
        {list.channels.map((channel) => (
          <ChannelCard key={channel.type} channel={channel} actions={mayEdit ? actions : null} />
        ))}
      </div>
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
