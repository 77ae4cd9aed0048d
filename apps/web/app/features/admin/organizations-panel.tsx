import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.tsx';
import { SearchForm } from '../../ui/forms/search-form.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { type ForwardPlace, forwardPages } from '../../ui/pager/use-pages.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { Toolbar } from '../../ui/toolbar/toolbar.tsx';
import { firstOrganizations } from './admin-queries.ts';
import { organizationColumns } from './organization-columns.tsx';

const PlanDialog = lazyDialog(() => import('./plan-dialog.tsx'));
const DisableDialog = lazyDialog(() => import('./disable-dialog.tsx'));
const ResetDialog = lazyDialog(() => import('./reset-dialog.tsx'));
const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx'));

const SEARCH_MAX_LENGTH = 200;

interface Place extends ForwardPlace {
  readonly search: string;
}

/** Every organization, or those that match a search, with what an administrator can do with them. */
export function OrganizationsPanel() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [{ search, size, cursors }, turnTo] = useState<Place>({ search: '', size: firstOrganizations.limit, cursors: [] });
  const cursor = cursors.at(-1);
  const query = useQuery(
    trpc.admin.organizations.queryOptions(
      { search, limit: size, ...(cursor === undefined ? {} : { cursor }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const [dialog, open] = useDialog();
  const columns = useMemo(
    () =>
      organizationColumns({
        edit: (organization) => open((onClose) => <PlanDialog organization={organization} onClose={onClose} />),
        disable: (organization) => open((onClose) => <DisableDialog organization={organization} onClose={onClose} />),
        reset: (organization) => open((onClose) => <ResetDialog organization={organization} onClose={onClose} />),
        remove: (organization) => open((onClose) => <DeleteDialog organization={organization} onClose={onClose} />),
      }),
    [open],
  );
  return (
    <Panel title="Organizations" count={query.data?.total}>
      <Toolbar
        search={
          <SearchForm
            label="Search organizations"
            placeholder="Name or domain"
            maxLength={SEARCH_MAX_LENGTH}
            busy={query.isPlaceholderData}
            onSearch={(text) => {
              turnTo({ search: text, size, cursors: [] });
              void queries.invalidateQueries(trpc.admin.organizations.pathFilter());
            }}
          />
        }
      />
      <QueryPanel query={query} failed="Organizations did not load">
        {({ organizations, total, nextCursor }) => (
          <DataTable
            label="Organizations"
            columns={columns}
            rows={organizations}
            rowKey={({ id }) => id}
            rowLook={({ disabled }) => ({ muted: disabled })}
            stale={query.isPlaceholderData}
            empty={<EmptyState plain title="No matches" text="No organization and no member's address contains this text." />}
            foot={
              <TableFoot
                pages={forwardPages({ total, nextCursor }, organizations.length, { size, cursors }, (place) =>
                  turnTo({ search, ...place }),
                )}
              />
            }
          />
        )}
      </QueryPanel>
      {dialog}
    </Panel>
  );
}
