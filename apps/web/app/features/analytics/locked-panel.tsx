import { Button, Group, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useSellsPlans } from '../../shell/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import css from './analytics.module.css';

/** A picture of no data at all: what the plan does not include is not in the page. */
const HEIGHTS = [35, 55, 80, 50, 65, 75, 55, 70, 60, 40, 75, 55];

interface LockedPanelProps {
  readonly title: string;
  readonly text: string;
  /** The first plan that includes it. */
  readonly plan: 'Team' | 'Enterprise';
}

/** In place of a panel that the plan does not include. */
export function LockedPanel({ title, text, plan }: LockedPanelProps) {
  const sellsPlans = useSellsPlans();
  return (
    <Panel label={title} locked>
      <div className={css.locked}>
        <div className={css.picture} aria-hidden="true">
          {HEIGHTS.map((height, index) => (
            <i key={index} style={{ height: `${height}%` }} />
          ))}
        </div>
        <Group gap="xs" pos="relative" fw={550} c="var(--na-text)">
          <Icon name="lock" small />
          {title}
        </Group>
        <Text size="sm" c="dimmed" pos="relative" maw={340}>
          {text}
        </Text>
        {sellsPlans ? (
          <Button component={Link} to="/billing" variant="default" size="sm" pos="relative">
            Upgrade to {plan}
          </Button>
        ) : null}
      </div>
    </Panel>
  );
}
