import { Checkbox, Text } from '@mantine/core';
import { countText, firstOf, plural, statusOf } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { Badges, StatusBadge, Tag } from '../../../ui/badge/badge.tsx';
import { Banner } from '../../../ui/banner/banner.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { type ForwardPlace, forwardPages, tableSizes } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { Age } from '../age.tsx';
import type { Collector, CollectorFile } from '../types.ts';

/** The first page; the route asks for it too. */
export const FIRST_FILES: ForwardPlace = { size: tableSizes[0], cursors: [] };

export const filesInput = (id: Collector['id'], { size, cursors }: ForwardPlace, problems: boolean) => {
  const cursor = cursors.at(-1);
  return { id, limit: size, problems, ...(cursor === undefined ? {} : { cursor }) };
};

const columns: readonly Column<CollectorFile>[] = [
  {
    id: 'path',
    header: 'File',
    cell: ({ row }) => <Path of={row.original} />,
    meta: { width: '34%', wrap: true, rowHeader: true, card: 'wide' },
  },
  { id: 'certificate', header: 'Certificate', cell: ({ row }) => <Certificate of={row.original} />, meta: { wrap: true, card: 'wide' } },
  { id: 'expires', header: 'Expires', cell: ({ row }) => <Expires of={row.original} />, meta: { width: 112, look: 'small' } },
  { id: 'status', header: 'Status', cell: ({ row }) => <Status of={row.original} />, meta: { width: 104 } },
  {
    id: 'seen',
    header: 'Last seen',
    cell: ({ row: { original } }) => <Age at={original.seenAt} />,
    meta: { width: 124, look: 'small' },
  },
];

interface FilesPanelProps {
  readonly collector: Pick<Collector, 'id' | 'files' | 'filesWithProblems'>;
  readonly beyondLimit: number;
}

/** The certificates that a collector found in files, by path. */
export function FilesPanel({ collector: { id, files, filesWithProblems }, beyondLimit }: FilesPanelProps) {
  const [place, setPlace] = useState(FIRST_FILES);
  const [onlyProblems, setOnlyProblems] = useState(false);
  const query = useQuery({
    ...useTRPC().collectors.files.queryOptions(filesInput(id, place, onlyProblems)),
    placeholderData: (shown) => shown,
  });
  const filter = (
    <Checkbox
      label={`Problems only (${countText(filesWithProblems)})`}
      checked={onlyProblems}
      onChange={(event) => {
        setOnlyProblems(event.currentTarget.checked);
        setPlace({ size: place.size, cursors: [] });
      }}
    />
  );
  return (
    <Panel title="Files" count={files} aside={filesWithProblems === 0 && !onlyProblems ? null : filter}>
      {beyondLimit === 0 ? null : (
        <Banner tone="warning">
          {plural(beyondLimit, 'certificate')} in these files {beyondLimit === 1 ? 'is' : 'are'} not monitored, because your plan’s limit is
          reached. Delete other certificates or upgrade your plan.
        </Banner>
      )}
      <QueryPanel query={query} failed="The files did not load" unaffected="They are still watched.">
        {(page) => (
          <DataTable
            label="Files"
            columns={columns}
            rows={page.files}
            rowKey={({ path, key }) => `${path} ${key}`}
            stale={query.isPlaceholderData}
            cardsBelow={860}
            empty={
              <EmptyState
                plain
                title="No files"
                text="Name files and folders in the collector’s own file, and it reports their certificates."
              />
            }
            foot={<TableFoot pages={forwardPages(page, page.files.length, place, setPlace)} />}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}

function Path({ of: { path, alias } }: { readonly of: CollectorFile }) {
  return (
    <>
      <Text span size="sm" ff="monospace" c="var(--na-text)" style={wrapsAnywhere}>
        {path}
      </Text>
      {alias === null ? null : <Note small>Entry {alias}</Note>}
    </>
  );
}

const wrapsAnywhere = { overflowWrap: 'anywhere' } as const;

const NAMES_SHOWN = 3;

function Certificate({ of: { certificate, problem, role, hasKey } }: { readonly of: CollectorFile }) {
  return (
    <>
      {problem === null ? null : <StatusLine tone="warning">{problem}</StatusLine>}
      {certificate === null ? null : (
        <>
          {certificate.san.length === 0 ? certificate.subject : firstOf(certificate.san, NAMES_SHOWN)}{' '}
          <Badges>
            {role === 'authority' ? <Tag>CA</Tag> : null}
            {hasKey ? <Tag>Key beside it</Tag> : null}
          </Badges>
        </>
      )}
    </>
  );
}

const Expires = ({ of: { certificate } }: { readonly of: CollectorFile }) =>
  certificate === null ? '\u2013' : <AbsoluteTime value={certificate.notAfter} />;

function Status({ of: { certificate } }: { readonly of: CollectorFile }) {
  const now = useNow();
  return certificate === null ? '\u2013' : <StatusBadge status={statusOf(certificate.notAfter, now)} />;
}
