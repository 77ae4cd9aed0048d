import { Button, NativeSelect } from '@mantine/core';
import { Link, useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { type ForwardPlace, forwardPages, rangeText, tableSizes } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { Toolbar } from '../../../ui/toolbar/toolbar.tsx';
import {
  filterLabels,
  isFilter,
  isNarrowed,
  issuancesInput,
  parseAddress,
  SEARCH_MAX_LENGTH,
  type TransparencyAddress,
  toParams,
} from '../transparency-address.ts';
import type { IssuancePage, WatchedDomain } from '../types.ts';
import { IssuancesTable } from './issuances-table.tsx';

/** The first page; the route asks for it too. */
export const FIRST_PAGE: ForwardPlace = { size: tableSizes[1], cursors: [] };

/** The certificates that were issued below the watched domains, those found last first. */
export function IssuancesPanel() {
  const [params, setParams] = useSearchParams();
  const address = parseAddress(params);
  const narrowing = toParams(address).toString();
  // Cursors lead through one list: other filters begin at their first page.
  const [turned, setTurned] = useState({ narrowing, place: FIRST_PAGE });
  const place = turned.narrowing === narrowing ? turned.place : { size: turned.place.size, cursors: [] };
  const { transparency } = useTRPC();
  const query = useQuery({ ...transparency.issuances.queryOptions(issuancesInput(address, place)), placeholderData: (shown) => shown });
  const { domains = [] } = useQuery(transparency.domains.queryOptions()).data ?? {};
  const show = (next: TransparencyAddress) => setParams(toParams(next), { preventScrollReset: true });
  return (
    <Panel title="Issued certificates" count={query.data?.counts.total}>
      <Toolbar
        search={
          <SearchBox
            label="Search names"
            maxLength={SEARCH_MAX_LENGTH}
            value={address.search}
            onSearch={(search) => show({ ...address, search })}
          />
        }
      >
        <NativeSelect
          aria-label="State"
          value={address.filter ?? ''}
          data={[{ value: '', label: 'All states' }, ...Object.entries(filterLabels).map(([value, label]) => ({ value, label }))]}
          onChange={({ currentTarget: { value } }) => show({ ...address, filter: isFilter(value) ? value : null })}
        />
        <NativeSelect
          aria-label="Domain"
          value={address.domain ?? ''}
          data={[{ value: '', label: 'All domains' }, ...domains.map(({ id, domain }) => ({ value: id, label: domain }))]}
          onChange={({ currentTarget: { value } }) => show({ ...address, domain: domains.find(({ id }) => id === value)?.id ?? null })}
        />
      </Toolbar>
      <QueryPanel
        query={query}
        failed="Issued certificates did not load"
        unaffected="We still search for them."
        skeleton={<IssuancesTable issuances={undefined} />}
      >
        {(page) => (
          <IssuancesTable
            issuances={page.issuances}
            stale={query.isPlaceholderData}
            empty={<NoIssuances narrowed={isNarrowed(address)} domains={domains} />}
            foot={<TableFoot pages={pagesOf(page, place, (next) => setTurned({ narrowing, place: next }))} />}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}

/** The server counts every certificate, whatever the filter, so the text names only the rows. */
const pagesOf = (page: IssuancePage, place: ForwardPlace, turnTo: (place: ForwardPlace) => void) => {
  const shown = page.issuances.length;
  return {
    ...forwardPages({ total: page.counts.total, nextCursor: page.nextCursor }, shown, place, turnTo),
    text: shown === 0 ? '' : rangeText(place.cursors.length * place.size, shown),
  };
};

function NoIssuances({ narrowed, domains }: { readonly narrowed: boolean; readonly domains: readonly WatchedDomain[] }) {
  const mayWatch = useMay('transparency/watch-domain');
  if (narrowed) return <EmptyState title="No matches" text="No issued certificate matches these filters." />;
  if (domains.length > 0)
    return <EmptyState title="No certificates found yet" text="Certificates appear here as we find them in the logs." />;
  return (
    <EmptyState
      title="No domain is watched"
      text="Watch a domain to see each certificate that a CA issues below it. You are alerted about those that nobody ordered."
    >
      {mayWatch ? (
        <Button component={Link} to="/transparency?tab=domains">
          Choose Domains
        </Button>
      ) : null}
    </EmptyState>
  );
}
