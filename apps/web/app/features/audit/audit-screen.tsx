import { Stack, Text } from '@mantine/core';
import { AUDIT_KEPT_DAYS } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { useMay } from '../../shell/session.ts';
import { IconButton } from '../../ui/buttons/buttons.tsx';
import { lazyDialog } from '../../ui/lazy/lazy.tsx';
import { ActionMenu } from '../../ui/menu/action-menu.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { Toolbar } from '../../ui/toolbar/toolbar.tsx';
import { type AuditFilter, exportHref, isNarrowed, parseFilter, toParams } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import type { AuditEntry } from './types.ts';
import { useAuditLog } from './use-audit-log.ts';

const EntryDialog = lazyDialog(() => import('./entry-dialog.tsx'));

/** The audit log: actor, action, time and network address. For admins. */
export function AuditScreen() {
  if (useMay('audit/list-audit-log')) return <Log />;
  return (
    <Panel title="Audit log">
      <Text p="md">Your role does not allow this. Admins read the audit log.</Text>
    </Panel>
  );
}

function Log() {
  const [params, setParams] = useSearchParams();
  const filter = parseFilter(params);
  const { query, entries, actors, pages } = useAuditLog(filter);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  return (
    <Stack>
      <Toolbar plain end={<ExportMenu filter={filter} />}>
        <AuditFilters filter={filter} actors={actors} onChange={(next) => setParams(toParams(next), { preventScrollReset: true })} />
      </Toolbar>
      <Panel label="Audit log">
        <QueryPanel query={{ ...query, data: entries }} failed="The audit log did not load" unaffected="New actions are still recorded.">
          {(shown) => (
            <AuditTable
              entries={shown}
              stale={query.isPlaceholderData}
              onOpen={setOpened}
              empty={<NoEntries filter={filter} />}
              foot={<TableFoot pages={pages}>Rows are kept for {AUDIT_KEPT_DAYS} days.</TableFoot>}
            />
          )}
        </QueryPanel>
      </Panel>
      {opened === null ? null : <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

function NoEntries({ filter }: { readonly filter: AuditFilter }) {
  return isNarrowed(filter) ? (
    <EmptyState plain title="No matches" text="No entry matches all of these filters." />
  ) : (
    <EmptyState plain title="No entries yet" text="Every change appears here with the person who made it." />
  );
}

function ExportMenu({ filter }: { readonly filter: AuditFilter }) {
  const note = 'The rows that match the filters';
  return (
    <ActionMenu
      inPlace
      width={260}
      trigger={<IconButton icon="download" label="Export the audit log" variant="default" size={36} />}
      entries={[
        { label: 'Export CSV', note, icon: 'download', file: exportHref(filter, 'csv') },
        { label: 'Export JSON', note, icon: 'download', file: exportHref(filter, 'json') },
      ]}
    />
  );
}
