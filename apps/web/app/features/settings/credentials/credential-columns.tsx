import { Button, Group, Text } from '@mantine/core';
import { type CredentialStatus, statusOf } from '@notafter/domain';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { Lifeline } from '../../../ui/lifeline/lifeline.tsx';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { Token } from '../types.ts';

type Credential = Pick<Token, 'name' | 'ending' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'status'>;

interface CredentialColumns<Row> {
  /** Header of the last characters of the secret. */
  readonly secret: 'Token' | 'Key';
  /** Below the name. */
  readonly limits?: (row: Row) => ReactNode;
  /** After the secret. */
  readonly more?: readonly Column<Row>[];
  readonly actions: { readonly width: number; readonly of: (row: Row) => ReactNode };
}

/** The columns that tokens and API keys share. */
export const credentialColumns = <Row extends Credential>({
  secret,
  limits,
  more = [],
  actions,
}: CredentialColumns<Row>): readonly Column<Row>[] => [
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
  { id: 'ending', header: secret, cell: ({ row }) => `…${row.original.ending}`, meta: { width: 80, look: 'code', card: 'start' } },
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
  { id: 'expires', header: 'Expires', cell: ({ row }) => <Life of={row.original} />, meta: { width: 184, look: 'small' } },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <CredentialBadge status={row.original.status} />,
    meta: { width: 98, look: 'small', card: 'end' },
  },
  { id: 'actions', header: '', cell: ({ row }) => actions.of(row.original), meta: { width: actions.width, align: 'end', card: 'tail' } },
];

/** Expired credentials raise no alarm: plain text, unlike the solid badge of an expired certificate. */
function CredentialBadge({ status }: { readonly status: CredentialStatus }) {
  switch (status) {
    case 'active':
      return <Badge tone="valid">Active</Badge>;
    case 'revoked':
      return <Badge tone="pending">Revoked</Badge>;
    case 'expired':
      return (
        <Group gap={6} pl={7} wrap="nowrap">
          <StatusMark tone="expired" />
          <Text component="span" size="xs" fw={600} c="var(--na-expired-fg)">
            Expired
          </Text>
        </Group>
      );
  }
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

interface RowActionProps {
  readonly verb: 'Revoke' | 'Rotate';
  readonly name: string;
  readonly onClick: () => void;
}

export function RowAction({ verb, name, onClick }: RowActionProps) {
  return (
    <Button variant="subtle" color="gray" size="sm" aria-label={`${verb} ${name}`} onClick={onClick}>
      {verb}
    </Button>
  );
}
