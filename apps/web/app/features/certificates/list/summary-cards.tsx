import { daysLeft } from '@notafter/domain';
import { StatCard, StatCards } from '../../../ui/stat-card/stat-card.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { DashboardStats } from '../types.ts';
import { type ListState, listHref, type StatusFilter, withChange } from './list-state.ts';
import { limitText, nextText, oldestText } from './summary-texts.ts';

interface SummaryCardsProps {
  readonly stats: DashboardStats;
  readonly state: ListState;
}

/** Four figures, each the filter that shows its rows. */
export function SummaryCards({ stats, state }: SummaryCardsProps) {
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
        note={nextText(days(stats.nextWarning), stats.warning)}
        {...to('warning')}
      />
    </StatCards>
  );
}
