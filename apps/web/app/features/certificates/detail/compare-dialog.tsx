import { Anchor, Box, Stack, Text } from '@mantine/core';
import { type CertificateId, type ComparedValue, countText, dateTimeText, type FieldComparison, plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { problemOf } from '../../../api/problem.ts';
import { useTRPC } from '../../../api/trpc.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import type { HistoryComparison } from '../types.ts';
import { actionWords, type EntryPair } from './history-view.ts';

interface CompareDialogProps {
  readonly id: CertificateId;
  readonly pair: EntryPair;
  readonly onClose: () => void;
}

/** The differences between the certificates of two entries, field by field, the older one first. */
export default function CompareDialog({ id, pair: [from, to], onClose }: CompareDialogProps) {
  const trpc = useTRPC();
  const answer = useQuery(trpc.certificates.compareHistory.queryOptions({ id, from: from.id, to: to.id }));
  return (
    <Dialog title="Compare history entries" size={820} onClose={onClose}>
      {problemOf(answer.error)?.code === 'history_entry_not_found' ? (
        <Banner tone="expired" role="alert">
          The certificate of one of these entries is not stored, so its fields can&rsquo;t be compared.
        </Banner>
      ) : (
        <QueryPanel query={answer} failed="The comparison did not load">
          {(comparison) => <Comparison comparison={comparison} />}
        </QueryPanel>
      )}
    </Dialog>
  );
}

const columnsOf = ({ from, to }: HistoryComparison): readonly Column<FieldComparison>[] => [
  {
    id: 'field',
    header: 'Field',
    cell: ({ row }) => row.original.label,
    meta: { width: 160, rowHeader: true, look: 'small', wrap: true, card: 'wide' },
  },
  {
    id: 'from',
    header: entryText(from),
    cell: ({ row: { original } }) => (
      <Value of={original} value={original.before} names={original.removed} sign={'\u2212'} word="Removed" />
    ),
    meta: { wrap: true },
  },
  {
    id: 'to',
    header: entryText(to),
    cell: ({ row: { original } }) => <Value of={original} value={original.after} names={original.added} sign="+" word="Added" />,
    meta: { wrap: true },
  },
];

const entryText = ({ action, recordedAt }: HistoryComparison['from']): string => `${actionWords[action].label} ${dateTimeText(recordedAt)}`;

function Comparison({ comparison }: { readonly comparison: HistoryComparison }) {
  const { fields } = comparison;
  const [all, setAll] = useState(false);
  const [columns] = useState(() => columnsOf(comparison));
  const changed = fields.filter((field) => field.changed);
  const same = fields.length - changed.length;
  const shown = all ? fields : changed;
  return (
    <Stack gap="sm" align="flex-start">
      <Text role="status">
        {changed.length === 0
          ? 'No differences: both entries have the same certificate.'
          : `${changed.length} of ${fields.length} fields differ.`}
      </Text>
      {shown.length === 0 ? null : (
        <Box w="100%">
          <DataTable
            label="Fields"
            columns={columns}
            rows={shown}
            rowKey={({ field }) => field}
            rowLook={(field) => ({ muted: !field.changed })}
          />
        </Box>
      )}
      {same === 0 ? null : (
        <Anchor component="button" type="button" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show differences only' : `Show ${plural(same, 'unchanged field')}`}
        </Anchor>
      )}
    </Stack>
  );
}

const isInstant = /^\d{4}-\d\d-\d\dT/;

const valueText = (value: ComparedValue): string => {
  if (value === null) return '\u2013';
  if (typeof value === 'string') return isInstant.test(value) ? dateTimeText(new Date(value)) : value;
  return plural(value.length, 'name');
};

/** More names than people compare by eye. */
const NAMES_SHOWN = 50;

interface ValueProps {
  readonly of: FieldComparison;
  readonly value: ComparedValue;
  readonly names: readonly string[];
  readonly sign: string;
  readonly word: string;
}

function Value({ of: { field, changed }, value, names, sign, word }: ValueProps) {
  const isCode = field === 'fingerprint' || field === 'fingerprint256' || field === 'serialNumber';
  return (
    <Text span size="sm" c={changed ? 'var(--na-text)' : 'dimmed'} {...(isCode ? { ff: 'monospace' } : {})}>
      {valueText(value)}
      {names.length === 0 ? null : (
        <Box component="ul" mah={160} style={{ overflow: 'auto' }} ff="monospace" aria-label={word}>
          {names.slice(0, NAMES_SHOWN).map((name) => (
            <li key={name}>
              {sign} {name}
            </li>
          ))}
          {names.length > NAMES_SHOWN ? <li>and {countText(names.length - NAMES_SHOWN)} more</li> : null}
        </Box>
      )}
    </Text>
  );
}
