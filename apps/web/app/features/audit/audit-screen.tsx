import { ActionIcon } from '@mantine/core';
import { AUDIT_KEPT_DAYS } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useMay } from '../../shell/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { laterDialog } from '../../ui/later/later.tsx';
import { ActionMenu } from '../../ui/menu/action-menu.tsx';
import { Pager, PageSizes } from '../../ui/pager/pager.tsx';
import { tableSizes } from '../../ui/pager/use-pages.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { Bone, EmptyState, ErrorState } from '../../ui/states/states.tsx';
import { type AuditFilter, exportHref, isNarrowed, parseFilter, toParams } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import css from './audit-screen.module.css';
import { AuditTable } from './audit-table.tsx';
import type { AuditEntry } from './types.ts';
import { useAuditLog } from './use-audit-log.ts';

const EntryDialog = laterDialog(() => import('./entry-dialog.tsx'));

/** Who did what, when and from where. For admins. */
export function AuditScreen() {
  if (useMay('audit/list-audit-log')) return <Log />;
  return (
    <Panel title="Audit log">
      <p className={css.note}>Your role does not allow this. Admins read the audit log.</p>
    </Panel>
  );
}

function Log() {
  const [params, setParams] = useSearchParams();
  const filter = parseFilter(params);
  const { query, entries, actors, pages } = useAuditLog(filter);
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  return (
    <div className={css.screen}>
      <div className={css.head}>
        <AuditFilters filter={filter} actors={actors} onChange={(next) => setParams(toParams(next), { preventScrollReset: true })} />
        <div className={css.tools}>
          <ExportMenu filter={filter} />
        </div>
      </div>
      <Panel label="Audit log">
        {entries === undefined ? (
          query.isError ? (
            <ErrorState
              title="The audit log did not load"
              text={`${problemOfCall(query.error).message} It goes on being written.`}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <div className={css.bones}>
              <Bone width={82} />
              <Bone width={74} />
              <Bone width={78} />
            </div>
          )
        ) : entries.length === 0 ? (
          <EmptyState
            plain
            title={isNarrowed(filter) ? 'Nothing matches' : 'Nothing was done yet'}
            text={isNarrowed(filter) ? 'No row of the log has all of these.' : 'Every change appears here with who made it.'}
          />
        ) : (
          <div aria-busy={query.isPlaceholderData}>
            <AuditTable entries={entries} onOpen={setOpened} />
          </div>
        )}
        <div className={css.foot}>
          {pages === null ? null : <PageSizes sizes={tableSizes} value={pages.size} onChange={pages.setSize} />}
          <span>Rows are kept for {AUDIT_KEPT_DAYS} days.</span>
          {pages === null ? null : <Pager text={pages.text} onPrevious={pages.onPrevious} onNext={pages.onNext} />}
        </div>
      </Panel>
      {opened === null ? null : <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function ExportMenu({ filter }: { readonly filter: AuditFilter }) {
  const shown = 'The rows that the filters show';
  return (
    <ActionMenu
      inPlace
      width={260}
      trigger={
        <ActionIcon variant="default" size={36} aria-label="Export the audit log">
          <Icon name="download" small />
        </ActionIcon>
      }
      entries={[
        { label: 'Export CSV', note: shown, icon: 'download', file: exportHref(filter, 'csv') },
        { label: 'Export JSON', note: shown, icon: 'download', file: exportHref(filter, 'json') },
      ]}
    />
  );
}
