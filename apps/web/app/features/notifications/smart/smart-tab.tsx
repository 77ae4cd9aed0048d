import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Icon } from '../../../ui/icons.tsx';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import { WithAside } from '../../../ui/with-aside/with-aside.tsx';
import { UpgradeLink } from '../../billing/upgrade-link.tsx';
import css from './smart.module.css';
import { SmartForm } from './smart-form.tsx';
import { WindowsCard } from './windows-card.tsx';

/** Escalation, grouping and quiet hours. Windows hold alerts on every plan, also one that was planned on a larger plan. */
export function SmartTab() {
  const query = useQuery(useTRPC().notifications.settings.queryOptions());
  return (
    <UntilLoaded
      query={query}
      label="Smart Notifications"
      failed="Smart Notifications did not load"
      unaffected="The saved settings still apply."
    >
      {({ available, settings, defaultTemplate }) => (
        <WithAside least={600} aside={<WindowsCard />}>
          {available ? <SmartForm saved={settings} defaultTemplate={defaultTemplate} /> : <Teaser />}
        </WithAside>
      )}
    </UntilLoaded>
  );
}

function Teaser() {
  return (
    <section className={css.teaser} aria-label="Smart Notifications">
      <Icon name="lock" />
      <div>
        <strong>Smart Notifications</strong>
        <Text c="dimmed" mt="xxs" mb="sm">
          Escalation to a manager, digests, quiet hours, your own texts and a public status page. Available in: Team, Enterprise plans
        </Text>
        <UpgradeLink />
      </div>
    </section>
  );
}
