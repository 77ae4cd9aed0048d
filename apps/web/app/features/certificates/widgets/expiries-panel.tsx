import { countText, dateText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Item, ItemList } from '../../../ui/item-list/item-list.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { initialListState, listHref } from '../list/list-state.ts';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const firstOf = (month: string, later = 0): Date => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later));
};

/** The certificates of one month in the list: from its first day to the first of the next. */
const searchOf = (month: string): string => `expires:>=${month}-01 expires:<${dateText(firstOf(month, 1))}`;

/** The months in which certificates expire. Each leads to its certificates. */
export function ExpiriesPanel() {
  const answer = useQuery(useTRPC().analytics.expiries.queryOptions());
  return (
    <Panel title="Expiries by month">
      <QueryPanel query={answer} failed="Expiries did not load" unaffected="The list is not affected.">
        {({ expiries }) => {
          const months = expiries.filter(({ count }) => count > 0);
          return (
            <ItemList label="Months">
              {months.length === 0 ? <Item>No certificate expires in the next 12 months.</Item> : null}
              {months.map(({ month, count }) => (
                <Item
                  key={month}
                  title={<Link to={listHref({ ...initialListState, search: searchOf(month) })}>{monthName.format(firstOf(month))}</Link>}
                >
                  {count === 1 ? '1 certificate' : `${countText(count)} certificates`}
                </Item>
              ))}
            </ItemList>
          );
        }}
      </QueryPanel>
    </Panel>
  );
}
