import { Box, Button, Text } from '@mantine/core';
import { countText, daysLeft, plural, type StatusCounts } from '@notafter/domain';
import { Link } from '@remix-run/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { hasScreen } from '../../../shell/navigation.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { Bones } from '../../../ui/query-panel/query-panel.tsx';
import { ScoreScale } from '../../../ui/score/score-scale.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card/stat-card.tsx';
import { ErrorState } from '../../../ui/states/states.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { DashboardStats } from '../types.ts';
import css from './health-panel.module.css';
import { listHref, type StatusFilter, useListState, withChange } from './list-state.ts';

/** SSL Health Score above the figures it is made of. */
export function HealthPanel({
  stats: { data, isError, isFetching, refetch },
}: {
  readonly stats: UseQueryResult<DashboardStats, unknown>;
}) {
  return (
    <Panel label="SSL Health Score">
      {data !== undefined ? (
        <>
          <Health stats={data} />
          <SummaryCards stats={data} />
        </>
      ) : isError ? (
        <ErrorState
          title="The figures did not load"
          text="The list below is not affected. Monitoring continues."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        // As high as the panel will be, so that nothing moves.
        <Box h={146}>
          <Bones widths={[24, 62, 40]} />
        </Box>
      )}
    </Panel>
  );
}

function Health({ stats }: { readonly stats: DashboardStats }) {
  const tone = healthTone(stats);
  return (
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
  );
}

type Counts = Pick<StatusCounts, 'expired' | 'critical' | 'warning'>;

/** Spec 1 section 4: error if any is expired, warning if any is critical, else success. */
export function healthTone({ expired, critical }: Counts): 'expired' | 'critical' | 'valid' {
  if (expired > 0) return 'expired';
  return critical > 0 ? 'critical' : 'valid';
}

/** `1 expired, 2 critical, 3 expiring soon`, leaving out what there is none of. */
export function healthText({ expired, critical, warning }: Counts): string {
  const parts = [
    { count: expired, word: 'expired' },
    { count: critical, word: 'critical' },
    { count: warning, word: 'expiring soon' },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return 'All certificates are healthy';
  return parts.map(({ count, word }) => `${countText(count)} ${word}`).join(', ');
}

/** `12 within 30 days, all on schedule`: of the critical ones too, whose number the card does not have. */
export function scheduleText({ critical, warning, late }: Pick<DashboardStats, 'critical' | 'warning' | 'late'>): string | undefined {
  if (critical + warning === 0) return undefined;
  const text = late === 0 ? 'all on schedule' : `${countText(late)} late`;
  return critical === 0 ? text : `${countText(critical + warning)} within 30 days, ${text}`;
}

/** Four figures, each the filter that shows its rows. */
function SummaryCards({ stats }: { readonly stats: DashboardStats }) {
  const [state] = useListState();
  const now = useNow();
  const to = (status: StatusFilter) => ({ to: listHref(withChange(state, { status })), active: state.status === status });
  const days = (end: Date | null) => (end === null ? null : daysLeft(end, now));
  return (
    <StatCards label="Filter by status" links least={76}>
      <StatCard label="Total" value={stats.total} note={limitText(stats.certificateLimit)} {...to('all')} />
      <StatCard label="Expired" tone="expired" value={stats.expired} note={oldestText(days(stats.oldestExpired))} {...to('expired')} />
      <StatCard
        label="Expiring in 7d"
        shortLabel="7d"
        tone="critical"
        value={stats.critical}
        note={nextText(days(stats.nextCritical), stats.critical)}
        {...to('critical')}
      />
      <StatCard
        label="Expiring in 30d"
        shortLabel="30d"
        tone="warning"
        value={stats.warning}
        note={scheduleText(stats)}
        {...to('warning')}
      />
    </StatCards>
  );
}

/** `of 150`; an unlimited plan has nothing to compare with. */
export const limitText = (limit: number | null): string | undefined => (limit === null ? undefined : `of ${countText(limit)}`);

/** `oldest 3 days ago`: the same figure as the row's. */
export const oldestText = (days: number | null): string | undefined =>
  days === null || days >= 0 ? undefined : `oldest ${plural(-days, 'day')} ago`;

/** `next in 2 days`, or `in 2 days` for a single one. */
export function nextText(days: number | null, count: number): string | undefined {
  if (days === null || days < 0) return undefined;
  const when = days === 0 ? 'within a day' : `in ${plural(days, 'day')}`;
  return count === 1 ? when : `next ${when}`;
}
