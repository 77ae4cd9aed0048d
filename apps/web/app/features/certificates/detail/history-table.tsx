import { Box, Group } from '@mantine/core';
import { dateTimeText, type HistoryAction } from '@notafter/domain';
import type { ReactNode } from 'react';
import { CopyText } from '../../../ui/copy/copy-text.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { SelectBox } from '../../../ui/data-table/select-box.tsx';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { HistoryEntry, HistoryList } from '../types.ts';
import { shortFingerprint } from './history-view.ts';
import type { CompareChoice } from './use-compare-choice.ts';

export const actionWords = {
  added: { label: 'Added', icon: 'plus' },
  renewed: { label: 'Renewed', icon: 'refresh' },
  checked: { label: 'Checked', icon: 'activity' },
} as const satisfies Record<HistoryAction, { label: string; icon: IconName }>;

interface HistoryTableProps {
  readonly entries: HistoryList['history'];
  readonly stale: boolean;
  /** While two entries are chosen for a comparison; null otherwise. */
  readonly choice: CompareChoice | null;
  readonly foot: ReactNode;
}

const columnsOf = (choice: CompareChoice | null): readonly Column<HistoryEntry>[] => [
  {
    id: 'action',
    header: 'Action',
    cell: ({ row }) => <Action entry={row.original} choice={choice} />,
    meta: { width: 118, card: 'start' },
  },
  {
    id: 'date',
    header: 'Date',
    cell: ({ row }) => <AbsoluteTime value={row.original.recordedAt} form="datetime" />,
    meta: { width: 176, look: 'small', card: 'end' },
  },
  {
    id: 'issuer',
    header: 'Issuer',
    cell: ({ row: { original } }) => <span title={original.issuer}>{original.issuer}</span>,
    meta: { card: 'wide' },
  },
  {
    id: 'expires',
    header: 'Expiration',
    cell: ({ row }) => <AbsoluteTime value={row.original.notAfter} />,
    meta: { width: 104, look: 'small' },
  },
  {
    id: 'fingerprint',
    header: 'Fingerprint',
    cell: ({
      row: {
        original: { fingerprint256 },
      },
    }) => <CopyText value={fingerprint256} label="Copy fingerprint" shown={shortFingerprint(fingerprint256, 16)} />,
    meta: { width: 196, card: 'wide' },
  },
];

export function HistoryTable({ entries, choice, ...table }: HistoryTableProps) {
  return <DataTable label="History" columns={columnsOf(choice)} rows={entries} rowKey={({ id }) => id} {...table} />;
}

function Action({ entry, choice }: { readonly entry: HistoryEntry; readonly choice: CompareChoice | null }) {
  const { action, recordedAt } = entry;
  const { label, icon } = actionWords[action];
  return (
    <Group gap="xs" wrap="nowrap" c={action === 'checked' ? 'dimmed' : 'var(--na-text)'}>
      {choice === null ? (
        <Icon name={icon} small />
      ) : (
        <Box my={-8}>
          <SelectBox
            label={`Compare ${label} ${dateTimeText(recordedAt)}`}
            share={choice.isChosen(entry) ? 'all' : 'none'}
            onChange={() => choice.toggle(entry)}
          />
        </Box>
      )}
      {label}
    </Group>
  );
}
