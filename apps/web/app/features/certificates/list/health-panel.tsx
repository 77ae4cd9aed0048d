import { Button, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { hasScreen } from '../../../shell/navigation.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ScoreScale } from '../../../ui/score/score-scale.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import type { DashboardStats } from '../types.ts';
import { healthText, healthTone } from './health.ts';
import css from './health-panel.module.css';
import type { ListState } from './list-state.ts';
import { SummaryCards } from './summary-cards.tsx';

interface HealthPanelProps {
  readonly stats: DashboardStats;
  readonly state: ListState;
}

/** SSL Health Score above the figures it is made of. */
export function HealthPanel({ stats, state }: HealthPanelProps) {
  const tone = healthTone(stats);
  return (
    <Panel label="SSL Health Score">
      <div className={css.health} data-tone={tone}>
        <StatusMark tone={tone} />
        <div className={css.text}>
          <Text size="xs" className={css.caption ?? ''}>
            SSL Health Score
          </Text>
          <strong title={healthText(stats)}>{healthText(stats)}</strong>
        </div>
        <span className={css.score} aria-hidden="true">
          {stats.healthScore}
          <small> / 100</small>
        </span>
        <div className={css.scale}>
          <ScoreScale score={stats.healthScore} tone={tone} label={`SSL Health Score ${stats.healthScore} of 100`} />
        </div>
        {hasScreen('/notifications') ? (
          <Button component={Link} to="/notifications" variant="default" className={css.configure ?? ''} aria-label="Configure Channels">
            <Icon name="bell" />
            <span className={css.words}>Configure Channels</span>
          </Button>
        ) : null}
      </div>
      <SummaryCards stats={stats} state={state} />
    </Panel>
  );
}
