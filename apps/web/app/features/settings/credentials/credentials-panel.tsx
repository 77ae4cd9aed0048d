import { Button, Group, Text } from '@mantine/core';
import { type CredentialStatus, statusOf } from '@notafter/domain';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge/badge.tsx';
import { RowButton } from '../../../ui/buttons/buttons.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Lifeline } from '../../../ui/lifeline/lifeline.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel, type QueryState } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { Token } from '../types.ts';

type Credential = Pick<Token, 'name' | 'ending' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'status'> & { readonly id: string };

const words = {
  token: {
    title: 'Tokens',
    label: 'Tokens',
    plural: 'tokens',
    create: 'Create Token',
    secret: 'Token',
    unaffected: 'Your tokens still work.',
  },
  'API key': {
    title: 'API Keys',
    label: 'API keys',
    plural: 'API keys',
    create: 'Create API Key',
    secret: 'Key',
    unaffected: 'The keys still work.',
  },
} as const;

interface CredentialsPanelProps<Row> {
  readonly kind: keyof typeof words;
  readonly query: QueryState<readonly Row[]>;
  /** The text of an empty list. */
  readonly emptyText: string;
  /** Below the name. */
  readonly limits?: (row: Row) => ReactNode;
  /** Columns after the secret. */
  readonly more?: readonly Column<Row>[];
  /** Before Revoke. */
  readonly action?: (row: Row) => ReactNode;
  readonly actionsWidth: number;
  readonly cardsBelow: number;
  /** False for a person who can only look. */
  readonly mayChange: boolean;
  readonly onCreate: () => void;
  /** Rejects with the call's error. */
  readonly onRevoke: (row: Row) => Promise<unknown>;
}

/** Tokens or API keys, with the ways to create and revoke them. */
export function CredentialsPanel<Row extends Credential>(props: CredentialsPanelProps<Row>) {
  const { kind, query, emptyText, action, cardsBelow, mayChange, onCreate, onRevoke } = props;
  const { title, label, plural, create, unaffected } = words[kind];
  const [dialog, open] = useDialog();
  const pages = usePages(query.data ?? []);
  // The question is that of spec 2 section 5.
  const revoke = (row: Row): void =>
    open((close) => (
      <ConfirmDialog
        title={`Revoke ${row.name}`}
        action="Revoke"
        busyAction="Revoking..."
        failed={`Failed to revoke ${kind}`}
        onConfirm={() => onRevoke(row)}
        onClose={close}
      >
        {`Are you sure you want to revoke this ${kind}? This action cannot be undone.`}
      </ConfirmDialog>
    ));
  const actionsOf = (row: Row): ReactNode =>
    !mayChange || row.status === 'revoked' ? null : (
      <>
        {action?.(row)}
        <RowButton quiet label="Revoke" of={row.name} onClick={() => revoke(row)} />
      </>
    );
  const createButton = (
    <Button size="sm" leftSection={<Icon name="plus" small />} onClick={onCreate}>
      {create}
    </Button>
  );
  return (
    <Panel title={title} count={query.data?.length} aside={mayChange ? createButton : null}>
      <QueryPanel
        query={query}
        failed={`Failed to fetch ${plural}`}
        unaffected={unaffected}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState plain title={`No ${plural} found`} text={emptyText} />}
      >
        {() => (
          <DataTable
            label={label}
            columns={columnsOf(props, actionsOf)}
            rows={pages.shown}
            rowKey={({ id }) => id}
            rowLook={({ status }) => ({ muted: status === 'revoked' })}
            cardsBelow={cardsBelow}
            foot={<TableFoot pages={pages} />}
          />
        )}
      </QueryPanel>
      {dialog}
    </Panel>
  );
}

const columnsOf = <Row extends Credential>(
  { kind, limits, more = [], actionsWidth }: CredentialsPanelProps<Row>,
  actionsOf: (row: Row) => ReactNode,
): readonly Column<Row>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <>
        {original.name}
        {limits?.(original)}
      </>
    ),
    meta: { look: 'name', card: 'wide', wrap: true, line: 1 },
  },
  {
    id: 'ending',
    header: words[kind].secret,
    cell: ({ row }) => `…${row.original.ending}`,
    meta: { width: 72, look: 'code', card: 'start' },
  },
  ...more,
  {
    id: 'created',
    header: 'Created',
    cell: ({ row }) => <AbsoluteTime value={row.original.createdAt} />,
    meta: { width: 96, look: 'small' },
  },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ row: { original } }) =>
      original.lastUsedAt === null ? 'Never' : <AbsoluteTime value={original.lastUsedAt} form="datetime" />,
    meta: { width: 164, look: 'small' },
  },
  { id: 'expires', header: 'Expires', cell: ({ row }) => <Life of={row.original} />, meta: { width: 164, look: 'small' } },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <CredentialBadge status={row.original.status} />,
    meta: { width: 98, look: 'small', card: 'end' },
  },
  { id: 'actions', header: '', cell: ({ row }) => actionsOf(row.original), meta: { width: actionsWidth, align: 'end', card: 'tail' } },
];

/** Expired credentials raise no alarm: plain text, unlike the solid badge of an expired certificate. */
function CredentialBadge({ status }: { readonly status: CredentialStatus }) {
  if (status === 'active') return <Badge tone="valid">Active</Badge>;
  if (status === 'revoked') return <Badge tone="pending">Revoked</Badge>;
  return (
    <Group gap={6} pl={7} wrap="nowrap">
      <StatusMark tone="expired" />
      <Text component="span" size="xs" fw={600} c="var(--na-expired-fg)">
        Expired
      </Text>
    </Group>
  );
}

/** The expiry, drawn like a certificate's life unless the credential was revoked. */
function Life({ of: { createdAt, expiresAt, status } }: { readonly of: Credential }) {
  const now = useNow();
  if (expiresAt === null) return 'Never';
  if (status === 'revoked') return <AbsoluteTime value={expiresAt} />;
  return (
    <Group component="span" gap="xs" wrap="nowrap" display="inline-flex" w="100%" maw={180}>
      <span style={{ flex: 1 }}>
        <Lifeline
          life={{ notBefore: createdAt, notAfter: expiresAt, now }}
          tone={status === 'expired' ? 'expired' : statusOf(expiresAt, now)}
        />
      </span>
      <AbsoluteTime value={expiresAt} />
    </Group>
  );
}
