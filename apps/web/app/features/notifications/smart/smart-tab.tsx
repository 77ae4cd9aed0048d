import { useQuery } from '@tanstack/react-query';
import { problemOfCall } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bone, ErrorState } from '../../../ui/states/states.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import css from './smart.module.css';
import { SmartForm } from './smart-form.tsx';
import { WindowsCard } from './windows-card.tsx';

/** Escalation, grouping and quiet hours. */
export function SmartTab() {
  const trpc = useTRPC();
  const answer = useQuery(trpc.notifications.settings.queryOptions());
  if (answer.data === undefined) {
    return (
      <Panel label="Smart Notifications">
        {answer.isError ? (
          <ErrorState
            title="Smart Notifications did not load"
            text={`${problemOfCall(answer.error).message} What was saved stays in force.`}
            onRetry={() => void answer.refetch()}
            retrying={answer.isFetching}
          />
        ) : (
          <div className={css.bones}>
            <Bone width={40} />
            <Bone width={64} />
            <Bone width={52} />
          </div>
        )}
      </Panel>
    );
  }
  const { available, settings, defaultTemplate } = answer.data;
  // Windows hold alerts on every plan, one that was planned on a larger plan too.
  return (
    <div className={css.tab}>
      {available ? <SmartForm saved={settings} defaultTemplate={defaultTemplate} /> : <Teaser />}
      <WindowsCard />
    </div>
  );
}

function Teaser() {
  return (
    <section className={css.teaser} aria-label="Smart Notifications">
      <Icon name="lock" />
      <div>
        <strong>Smart Notifications</strong>
        <p>Escalation to a manager, digests, quiet hours, your own texts and a public status page. Available in: Team, Enterprise plans</p>
        <UpgradeLink />
      </div>
    </section>
  );
}
