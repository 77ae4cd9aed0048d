import { Group } from '@mantine/core';
import { daysLeft, discoveryExpiryOf, statusOf } from '@notafter/domain';
import { useCallback, useId, useMemo, useState } from 'react';
import { Badge, Tag } from '../../ui/badge/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { lifeColumns } from '../../ui/data-table/life-columns.tsx';
import { toneOf } from '../../ui/lifeline/tone.ts';
import { useNow } from '../../ui/time/now.tsx';
import { AddButton, MonitoredMark } from './add-button.tsx';
import { expiryWords, sourceLabels } from './discovery-texts.ts';
import { ResultDetails, ResultName } from './result-name.tsx';
import type { RunResult } from './types.ts';
import type { Adding } from './use-adding.ts';

/** Null if the role may not add certificates, and for names that are gone. */
export interface RowChoice {
  readonly adding: Adding;
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (domain: string) => void;
}

interface ResultsTableProps {
  readonly results: readonly RunResult[];
  readonly running: boolean;
  /** The rows are those of the previous page. */
  readonly stale: boolean;
  readonly choice: RowChoice | null;
  readonly share: 'none' | 'some' | 'all';
  readonly onTogglePage: () => void;
}

/** The results, soonest expiry first, on the axis of every certificate table. */
export function ResultsTable({ results, running, stale, choice, share, onTogglePage }: ResultsTableProps) {
  const now = useNow();
  const id = useId();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const adding = choice?.adding ?? null;
  const onToggle = choice?.onToggle;
  const columns = useMemo<readonly Column<RunResult>[]>(() => {
    const openOrClose = (domain: string): void =>
      setOpened((known) => new Set(known.has(domain) ? [...known].filter((one) => one !== domain) : [...known, domain]));
    return [
      {
        id: 'domain',
        header: 'Domain',
        cell: ({ row: { original: row } }) => (
          <ResultName
            result={row}
            running={running}
            opened={opened.has(row.domain)}
            detailsId={`${id}${row.domain}`}
            onToggle={() => openOrClose(row.domain)}
          />
        ),
        meta: { width: '24%', look: 'name', card: 'wide', line: 1 },
      },
      ...lifeColumns<RunResult>({ lifeOf: (row) => lifeOf(row, now) }),
      {
        id: 'status',
        header: 'Status',
        cell: ({ row }) => <Expiry end={row.original.expirationDate} now={now} />,
        meta: { width: 142, card: 'end' },
      },
      {
        id: 'source',
        header: 'Source',
        cell: ({ row }) => <Sources sources={row.original.sources} />,
        meta: { width: 122, wideWidth: 212, wrap: true, card: 'start' },
      },
      {
        id: 'actions',
        header: '',
        cell: ({ row }) => <Action result={row.original} adding={adding} />,
        meta: { width: 160, align: 'end', card: 'end' },
      },
    ];
  }, [adding, running, now, opened, id]);
  const isMonitored = ({ certificateId, domain }: RunResult): boolean => certificateId !== null || adding?.added.has(domain) === true;
  const toggleRow = useCallback(({ domain }: RunResult) => onToggle?.(domain), [onToggle]);
  return (
    <DataTable
      label="Results"
      columns={columns}
      rows={results}
      rowKey={({ domain }) => domain}
      rowLook={({ expirationDate }) => ({ urgency: expirationDate === null ? 'unknown' : statusOf(expirationDate, now) })}
      detail={(row) => (opened.has(row.domain) ? <ResultDetails id={`${id}${row.domain}`} result={row} /> : null)}
      selection={
        choice === null
          ? null
          : {
              allLabel: 'Select this page',
              share,
              onToggleAll: onTogglePage,
              labelOf: (row) => (isMonitored(row) ? null : `Select ${row.domain}`),
              isSelected: (row) => choice.selected.has(row.domain) && !isMonitored(row),
              onToggle: toggleRow,
            }
      }
      stale={stale}
      cardsBelow={980}
    />
  );
}

const lifeOf = ({ notBefore, expirationDate, reachable }: RunResult, now: Date) => {
  const status = expirationDate === null ? null : statusOf(expirationDate, now);
  return {
    daysLeft: expirationDate === null ? null : daysLeft(expirationDate, now),
    notBefore,
    notAfter: expirationDate,
    tone: toneOf(status, reachable === false),
  };
};

function Expiry({ end, now }: { readonly end: Date | null; readonly now: Date }) {
  if (end === null) return <Badge tone="pending">Not known</Badge>;
  return <Badge tone={statusOf(end, now)}>{expiryWords[discoveryExpiryOf(daysLeft(end, now))]}</Badge>;
}

function Sources({ sources }: Pick<RunResult, 'sources'>) {
  return (
    <Group component="span" gap={4}>
      {sources.map((source) => (
        <Tag key={source}>{sourceLabels[source]}</Tag>
      ))}
    </Group>
  );
}

function Action({ result: { domain, certificateId }, adding }: { readonly result: RunResult; readonly adding: Adding | null }) {
  if (adding !== null) return <AddButton domain={domain} certificateId={certificateId} adding={adding} />;
  return certificateId === null ? null : <MonitoredMark domain={domain} certificateId={certificateId} />;
}
