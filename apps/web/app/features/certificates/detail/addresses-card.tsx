import { Anchor, Box, Group, Text } from '@mantine/core';
import { issuerName } from '@notafter/domain';
import { useState } from 'react';
import { Badge, ReasonBadge, StatusBadge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { CertificateDetail } from '../types.ts';
import { shortFingerprint } from './history-view.ts';

const X509Dialog = lazyDialog(() => import('./x509-dialog.tsx'));

type Address = CertificateDetail['addresses'][number];

const columnsOf = (onOpen: (address: Address) => void): readonly Column<Address>[] => [
  {
    id: 'address',
    header: 'Address',
    cell: ({ row }) => row.original.address,
    meta: { width: '22%', look: 'code', wrap: true, rowHeader: true, card: 'start', line: 1 },
  },
  {
    id: 'key',
    header: 'Key',
    cell: ({ row }) => row.original.keyType ?? '\u2013',
    meta: { width: 90, look: 'small' },
  },
  {
    id: 'certificate',
    header: 'Certificate',
    cell: ({ row }) => <Served seen={row.original} onOpen={onOpen} />,
    meta: { wrap: true, card: 'wide' },
  },
  {
    id: 'expires',
    header: 'Expires',
    cell: ({ row }) => (row.original.notAfter === null ? '\u2013' : <AbsoluteTime value={row.original.notAfter} />),
    meta: { width: 110, look: 'small', card: 'end', line: 1 },
  },
  { id: 'status', header: 'Status', cell: ({ row }) => <Status seen={row.original} />, meta: { width: '28%', wrap: true, card: 'wide' } },
];

/** The certificates that each address behind the name serves. A name with one address and one certificate has nothing to compare. */
export function AddressesCard({ certificate: { addresses } }: { readonly certificate: CertificateDetail }) {
  const [opened, setOpened] = useState<Address | null>(null);
  const [columns] = useState(() => columnsOf(setOpened));
  const [first] = addresses;
  if (first === undefined || addresses.length < 2) return null;
  return (
    <Panel
      title="Certificates Served"
      count={addresses.length}
      aside={
        <Box visibleFrom="sm">
          Checked <AbsoluteTime value={first.seenAt} form="datetime" />
        </Box>
      }
    >
      <DataTable
        label="Certificates served"
        columns={columns}
        rows={addresses}
        rowKey={({ address, keyType }) => `${address} ${keyType}`}
      />
      {opened === null || opened.certificate === null ? null : (
        <X509Dialog role={`At ${opened.address}`} facts={opened.certificate} onClose={() => setOpened(null)} />
      )}
    </Panel>
  );
}

function Status({ seen: { status, unreachable, reasons, differs } }: { readonly seen: Address }) {
  const [reason] = reasons;
  return (
    <Group gap={6}>
      <StatusBadge status={status} unreachable={unreachable !== null} />
      {reason === undefined ? null : <ReasonBadge reason={reason} />}
      {differs ? (
        <Badge tone="warning" mark={false}>
          Differs
        </Badge>
      ) : null}
    </Group>
  );
}

function Served({ seen, onOpen }: { readonly seen: Address; readonly onOpen: (address: Address) => void }) {
  const { certificate, unreachable, fingerprint256, differs } = seen;
  if (unreachable !== null || fingerprint256 === null || (certificate === null && !differs)) {
    return <Note>{unreachable?.detail ?? 'The certificate shown above'}</Note>;
  }
  const code = { size: 'sm', ff: 'monospace', children: shortFingerprint(fingerprint256, 16) } as const;
  if (certificate === null) return <Text {...code} />;
  return (
    <>
      <Text c="var(--na-text)">{issuerName(certificate)}</Text>
      <Anchor component="button" type="button" aria-haspopup="dialog" title={fingerprint256} onClick={() => onOpen(seen)} {...code} />
    </>
  );
}
