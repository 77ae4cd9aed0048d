import { countText, dateText, daysLeft, plural, timelineWindows } from '@notafter/domain';
import { Link, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { lazyPart } from '../../ui/lazy/lazy.tsx';
import { LinkTabs } from '../../ui/link-tabs/link-tabs.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { useNow } from '../../ui/time/now.tsx';
import { initialListState, listHref } from '../certificates/list/list-state.ts';
import css from './analytics.module.css';
import { segmentText } from './segment-text.ts';
import { windowHref, windowOf } from './timeline-window.ts';
import type { TimelineSegment } from './types.ts';

const TimelineChart = lazyPart(() => import('./timeline-chart.tsx'));

/** The certificates of one segment in the list, the earlier ones of its first day included. */
const listOf = ({ from, until }: TimelineSegment): string =>
  listHref({ ...initialListState, search: `expires:>=${dateText(from)} expires:<${dateText(until)}` });

const columns: readonly Column<TimelineSegment>[] = [
  {
    id: 'segment',
    header: 'Days',
    cell: ({ row }) => <Link to={listOf(row.original)}>{segmentText(row.original)}</Link>,
    meta: { look: 'name', rowHeader: true, width: 190, card: 'start' },
  },
  {
    id: 'count',
    header: 'Certificates',
    cell: ({ row }) => countText(row.original.count),
    meta: { align: 'end', width: 100, card: 'end' },
  },
  { id: 'first', header: 'The first to expire', cell: ({ row }) => <First segment={row.original} />, meta: { wrap: true, card: 'wide' } },
];

function First({ segment: { certificates, count } }: { readonly segment: TimelineSegment }) {
  const now = useNow();
  if (count === 0) return <>–</>;
  const more = count - certificates.length;
  return (
    <>
      {certificates.map(({ id, domain, expiresAt }, index) => (
        <span key={id}>
          {index === 0 ? '' : ', '}
          <Link to={`/certificates/${id}`}>{domain}</Link> {daysLeft(expiresAt, now)} d
        </span>
      ))}
      {more > 0 ? `, ${countText(more)} more` : ''}
    </>
  );
}

/** When the certificates of the next 30, 90 or 365 days expire: a chart, and the same as a table. */
export function TimelinePanel() {
  const [search] = useSearchParams();
  const days = windowOf(search);
  const query = useQuery({ ...useTRPC().analytics.timeline.queryOptions({ days }), placeholderData: (shown) => shown });
  return (
    <Panel
      title="Lifecycle timeline"
      aside={
        <LinkTabs
          label="Window"
          tabs={timelineWindows.map((window) => ({ to: windowHref(search, window), label: `${window} d`, active: window === days }))}
        />
      }
    >
      <QueryPanel query={query} failed="The timeline did not load">
        {({ segments, total, days: shown }) => (
          <>
            <Note px="md" pt="sm">
              {plural(total, 'certificate')} {total === 1 ? 'expires' : 'expire'} in the next {shown} days.
            </Note>
            <div className={css.chart} aria-hidden="true">
              <TimelineChart segments={segments} />
            </div>
            <DataTable
              label="Lifecycle timeline"
              columns={columns}
              rows={segments}
              rowKey={({ from }) => from.toISOString()}
              stale={query.isPlaceholderData}
            />
          </>
        )}
      </QueryPanel>
    </Panel>
  );
}
