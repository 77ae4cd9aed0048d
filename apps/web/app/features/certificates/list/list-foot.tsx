import { PageSizes } from '../../../ui/pager/pager.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { CertificateList, DashboardStats } from '../types.ts';
import { intervalText } from './interval-text.ts';
import { type ListState, pageSizes } from './list-state.ts';
import { pageText } from './page-text.ts';

interface ListFootProps {
  readonly list: CertificateList;
  readonly stats: DashboardStats | undefined;
  readonly state: ListState;
  readonly onChange: (change: Partial<ListState>) => void;
}

export function ListFoot({ list, stats, state, onChange }: ListFootProps) {
  const { nextCursor, previousCursor } = list;
  return (
    <TableFoot
      sizes={<PageSizes sizes={pageSizes} value={state.rows} onChange={(rows) => onChange({ rows })} />}
      pages={{
        text: pageText({ ...list, shown: list.certificates.length }),
        onPrevious: previousCursor === null ? null : () => onChange({ cursor: previousCursor }),
        onNext: nextCursor === null ? null : () => onChange({ cursor: nextCursor }),
      }}
    >
      {stats === undefined ? undefined : (
        <>
          Checked every {intervalText(stats.checkIntervalHours)}
          {stats.lastCheckedAt === null ? null : (
            <>
              {' \u00b7 last pass '}
              <AbsoluteTime value={stats.lastCheckedAt} form="datetime" />
            </>
          )}
        </>
      )}
    </TableFoot>
  );
}
