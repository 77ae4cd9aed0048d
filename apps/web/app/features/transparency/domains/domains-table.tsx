import { Anchor, Button, Stack } from '@mantine/core';
import { countText, dateText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useMemo } from 'react';
import { Badge } from '../../../ui/badge/badge.tsx';
import { IconButton } from '../../../ui/buttons/buttons.tsx';
import { CopyText } from '../../../ui/copy/copy-text.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { Note } from '../../../ui/note/note.tsx';
import type { WatchedDomain } from '../types.ts';

interface RowActions {
  readonly onEdit: (domain: WatchedDomain) => void;
  readonly onRemove: (domain: WatchedDomain) => void;
  readonly onVerify: (domain: WatchedDomain) => void;
  /** The domain that is verified right now. */
  readonly verifying: string | null;
}

const caaText = ({ caa, caaAt }: WatchedDomain): string => {
  if (caaAt === null) return '\u2013';
  if (caa === null) return 'No records: any CA';
  return caa.length === 0 ? 'No CA' : caa.join(', ');
};

const columnsOf = (actions: RowActions | null): readonly Column<WatchedDomain>[] => [
  {
    id: 'domain',
    header: 'Domain',
    cell: ({ row }) => row.original.domain,
    meta: { width: '22%', look: 'name', wrap: true, rowHeader: true, card: 'start', line: 1 },
  },
  { id: 'state', header: 'State', cell: ({ row }) => <State of={row.original} />, meta: { width: 168, wrap: true } },
  {
    id: 'issuers',
    header: 'Allowed issuers',
    cell: ({ row: { original } }) => (original.allowedIssuers.length === 0 ? 'Any' : original.allowedIssuers.join(', ')),
    meta: { wrap: true },
  },
  { id: 'caa', header: 'CAA', cell: ({ row }) => caaText(row.original), meta: { wrap: true } },
  { id: 'found', header: 'Certificates', cell: ({ row }) => <Found of={row.original} />, meta: { width: 116, align: 'end' } },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      actions === null ? null : (
        <ActionMenu
          trigger={<IconButton icon="more" label={`Actions for ${original.domain}`} />}
          entries={[
            { label: 'Edit Allowed Issuers', icon: 'edit', onSelect: () => actions.onEdit(original) },
            { label: 'Remove', icon: 'trash', danger: true, onSelect: () => actions.onRemove(original) },
          ]}
        />
      ),
    meta: { width: 56, align: 'end', card: 'corner' },
  },
];

interface DomainsTableProps {
  /** Undefined until the first answer arrives. */
  readonly domains: readonly WatchedDomain[] | undefined;
  /** Null for people who may not change anything. */
  readonly actions: RowActions | null;
}

export function DomainsTable({ domains, actions }: DomainsTableProps) {
  const columns = useMemo(() => columnsOf(actions), [actions]);
  return (
    <DataTable
      label="Watched domains"
      columns={columns}
      rows={domains}
      rowKey={({ id }) => id}
      detail={(domain) => (domain.record === null ? null : <Verification domain={domain} record={domain.record} actions={actions} />)}
      cardsBelow={900}
    />
  );
}

function State({ of: { verifiedAt, learningUntil, verifiedBy } }: { readonly of: WatchedDomain }) {
  if (verifiedAt === null) return <Badge tone="warning">Not verified</Badge>;
  if (learningUntil !== null)
    return (
      <>
        <Badge tone="info">Learning</Badge>
        <Note small>Until {dateText(learningUntil)}</Note>
      </>
    );
  return (
    <>
      <Badge tone="valid">Watched</Badge>
      <Note small>Verified by {verifiedBy === 'dns' ? 'DNS' : 'an endpoint'}</Note>
    </>
  );
}

function Found({ of: { id, issuances, open } }: { readonly of: WatchedDomain }) {
  const list = `/transparency?domain=${id}`;
  return (
    <>
      {issuances === 0 ? (
        '0'
      ) : (
        <Anchor component={Link} to={list} inherit>
          {countText(issuances)}
        </Anchor>
      )}
      {open === 0 ? null : (
        <Note small>
          <Anchor component={Link} to={`${list}&filter=open`} inherit>
            {countText(open)} open
          </Anchor>
        </Note>
      )}
    </>
  );
}

interface VerificationProps {
  readonly domain: WatchedDomain;
  readonly record: NonNullable<WatchedDomain['record']>;
  readonly actions: RowActions | null;
}

/** The record that proves control of a domain. Nothing is searched for before. */
function Verification({ domain, record, actions }: VerificationProps) {
  return (
    <Stack gap="xs" align="flex-start">
      <Note>Add this TXT record to your DNS, then verify the domain. We search for certificates after that.</Note>
      <CopyText value={record.name} label={`Copy record name of ${domain.domain}`} wrap />
      <CopyText value={record.value} label={`Copy record value of ${domain.domain}`} wrap />
      {actions === null ? null : (
        <Button size="sm" variant="default" disabled={actions.verifying !== null} onClick={() => actions.onVerify(domain)}>
          {actions.verifying === domain.id ? 'Verifying...' : 'Verify'}
        </Button>
      )}
    </Stack>
  );
}
