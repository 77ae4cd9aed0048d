import { useQuery } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay, useSellsPlans, useSessionView } from '../../../shell/session.ts';
import { lazyDialog, lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import { AlertTimingCard } from './alert-timing-card.tsx';
import { ChannelCard } from './channel-card.tsx';
import css from './channels.module.css';
import { DayRulesCard } from './day-rules-card.tsx';
import { useChannels } from './use-channels.ts';

const SecretDialog = lazyDialog(() => import('../../../ui/dialog/secret-dialog.tsx'));
// Few plans have webhook endpoints: the others do not load their code.
const EndpointsCard = lazyPart(() => import('../endpoints/endpoints-card.tsx'));

/** One card a channel in two columns, and beside them when they are used. */
export function ChannelsTab() {
  const trpc = useTRPC();
  const answer = useQuery(trpc.notifications.listChannels.queryOptions());
  const channels = useChannels();
  const mayEdit = useMay('notifications/save-channel');
  const sellsPlans = useSellsPlans();
  const hasEndpoints = useSessionView()?.entitlements.channels.includes('webhook') ?? false;
  return (
    <div className={css.tab}>
      <div className={css.main}>
        {answer.data === undefined ? (
          <Panel label="Channels">
            {answer.isError ? (
              <ErrorState
                title="Channels did not load"
                text={`${problemOfCall(answer.error).message} Alerts are sent all the same.`}
                onRetry={() => void answer.refetch()}
                retrying={answer.isFetching}
              />
            ) : (
              <div className={css.bones}>
                <Bone width={40} />
                <Bone width={52} />
                <Bone width={46} />
              </div>
            )}
          </Panel>
        ) : (
          <div>
            <div className={css.cards}>
              {answer.data.channels.map((channel) => (
                <ChannelCard key={channel.type} channel={channel} actions={mayEdit ? channels : null} />
              ))}
            </div>
            {sellsPlans && answer.data.channels.some(({ available }) => !available) ? (
              <p className={css.larger}>
                Larger plans have more channels. <UpgradeLink look="text" />
              </p>
            ) : null}
          </div>
        )}
        {hasEndpoints ? <EndpointsCard /> : null}
      </div>
      <div className={css.timing}>
        <AlertTimingCard />
        <DayRulesCard />
      </div>
      {channels.signingSecret === null ? null : (
        <SecretDialog
          title="Signing secret"
          label="Signing secret"
          secret={channels.signingSecret}
          text="Your receiver proves with it that a message comes from here (Standard Webhooks). It is stored encrypted and cannot be shown again; a new one can be made at any time."
          onClose={channels.forgetSecret}
        />
      )}
    </div>
  );
}
