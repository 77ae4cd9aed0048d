import { Anchor } from '@mantine/core';
import { Link } from '@remix-run/react';
import { type ReactNode, useMemo } from 'react';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { CellButton } from '../../ui/data-table/table-row.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import { actorText, meansText } from './actor-text.ts';
import type { AuditEntry } from './types.ts';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  /** The entries are those of the previous filter. */
  readonly stale: boolean;
  readonly onOpen: (entry: AuditEntry) => void;
  readonly empty: ReactNode;
  readonly foot: ReactNode;
}

const columnsOf = (onOpen: AuditTableProps['onOpen']): readonly Column<AuditEntry>[] => [
  {
    id: 'when',
    header: 'When',
    cell: ({ row }) => <AbsoluteTime value={row.original.at} form="datetime" />,
    meta: { width: 190, look: 'small', card: 'start' },
  },
  { id: 'who', header: 'Who', cell: ({ row }) => <Who entry={row.original} />, meta: { width: '28%', card: 'wide', wrap: true, line: 2 } },
  {
    id: 'what',
    header: 'What',
    cell: ({ row }) => <What entry={row.original} onOpen={onOpen} />,
    meta: { card: 'wide', wrap: true, line: 1 },
  },
  { id: 'from', header: 'From', cell: ({ row }) => row.original.ip ?? '\u2013', meta: { width: 170, look: 'small', card: 'end' } },
];

export function AuditTable({ entries, onOpen, ...states }: AuditTableProps) {
  const columns = useMemo(() => columnsOf(onOpen), [onOpen]);
  return <DataTable label="Audit log" columns={columns} rows={entries} rowKey={({ id }) => id} {...states} />;
}

function Who({ entry: { actor } }: { readonly entry: AuditEntry }) {
  const means = meansText(actor);
  return (
    <>
      {actorText(actor)}
      {means === null ? null : <small> {means}</small>}
    </>
  );
}

/** The sentence opens the entry. The subject leads to where the object is now. */
function What({ entry, onOpen }: { readonly entry: AuditEntry; readonly onOpen: AuditTableProps['onOpen'] }) {
  const href = subjectHref(entry);
  return (
    <>
      <CellButton onClick={() => onOpen(entry)}>{entry.sentence}</CellButton>
      {entry.subject === null ? null : (
        <>
          :{' '}
          {href === null ? (
            <strong>{entry.subject}</strong>
          ) : (
            <Anchor component={Link} to={href} underline="always" inherit>
              {entry.subject}
            </Anchor>
          )}
        </>
      )}
    </>
  );
}

/** The screen that lists what a use case created or changed. Removed objects have none. */
const screens: Readonly<Record<string, string>> = {
  'certificates/add-anchor-set': '/trust-anchors',
  'certificates/assign-anchors': '/trust-anchors',
  'certificates/update-anchor-set': '/trust-anchors',
  'collectors/add-collector': '/collectors',
  'collectors/renew-token': '/collectors',
  'collectors/revoke-collector': '/collectors',
  'collectors/update-collector': '/collectors',
  'environments/add-environment': '/users',
  'environments/update-environment': '/users',
  'notifications/add-maintenance-window': '/notifications?tab=smart',
  'notifications/save-channel': '/notifications?tab=channels',
  'notifications/save-day-rule': '/notifications?tab=channels',
  'notifications/test-channel': '/notifications?tab=channels',
  'settings/add-api-key': '/settings?tab=2',
  'team/change-role': '/users',
  'team/invite-user': '/users',
  'team/resend-invitation': '/users',
  'transparency/acknowledge-issuance': '/transparency',
  'transparency/judge-issuance': '/transparency',
  'transparency/update-watched-domain': '/transparency?tab=domains',
  'transparency/verify-domain': '/transparency?tab=domains',
  'transparency/watch-domain': '/transparency?tab=domains',
};

/** Returns the address of an entry's object; null if it has no screen or was removed. */
function subjectHref({ action, certificateId, subjectId }: AuditEntry): string | null {
  if (certificateId !== null) return `/certificates/${certificateId}`;
  if (action === 'discovery/start-discovery' && subjectId !== null) return `/discovery?run=${subjectId}`;
  return screens[action] ?? null;
}
