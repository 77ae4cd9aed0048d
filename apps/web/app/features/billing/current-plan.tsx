import { Group, Stack, Text } from '@mantine/core';
import { usagePercent } from '@notafter/domain';
import { Note } from '../../ui/note/note.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import css from './billing.module.css';
import { certificatesUsedText, currentPriceText, nextDate, roomText, usedText } from './billing-texts.ts';
import type { PlanView } from './types.ts';

/** The plan in force and how much of it is used. */
export function CurrentPlan({ plan: view }: { readonly plan: PlanView }) {
  const { plan, currentCertificates: used, limits, billing } = view;
  const percent = usagePercent(used, limits.certificates);
  const next = billing === null ? null : nextDate({ setBy: view.setBy, billing });
  return (
    <section className={css.current} aria-labelledby="current-plan">
      <div>
        <Text id="current-plan" component="h2" size="sm" fw={400} c="dimmed">
          Current Plan
        </Text>
        <Text fz="h1" lh="h1" fw={600} c="var(--na-text)" style={{ overflowWrap: 'anywhere' }}>
          {plan}
        </Text>
        <Note>{currentPriceText(view)}</Note>
      </div>
      <Stack gap="xs">
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="var(--na-text)">
            {certificatesUsedText(used, limits.certificates)}
          </Text>
          {limits.certificates === null ? null : <Note>{Math.round(percent)}%</Note>}
        </Group>
        <div className={css.bar} aria-hidden="true">
          <span style={{ width: `${percent}%` }} />
        </div>
        <Note small>{roomText(used, limits.certificates)}</Note>
      </Stack>
      <dl>
        <dt>{view.pendingInvitations === 0 ? 'Members' : `Members, ${view.pendingInvitations} invited`}</dt>
        <dd>{usedText(view.currentMembers + view.pendingInvitations, limits.members)}</dd>
        {limits.environments === 0 && view.currentEnvironments === 0 ? null : (
          <>
            <dt>Environments</dt>
            <dd>{usedText(view.currentEnvironments, limits.environments)}</dd>
          </>
        )}
        {next === null ? null : (
          <>
            <dt>{next.label}</dt>
            <dd>
              <AbsoluteTime value={next.at} />
            </dd>
          </>
        )}
        {billing === null || billing.portalUrl === null || billing.status === null ? null : (
          <>
            <dt>Invoices</dt>
            <dd>
              <a href={billing.portalUrl} target="_blank" rel="noreferrer">
                Manage payment
              </a>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
