import { type CertificateId, dateText } from '@notafter/domain';
import { useMemo } from 'react';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { lifeColumns } from '../../../ui/data-table/life-columns.tsx';
import { Folded, RowLink } from '../../../ui/data-table/table-row.tsx';
import { CertificateChips } from '../certificate-chips.tsx';
import { domainParts, toneOfCertificate, urgencyOf } from '../certificate-words.ts';
import { Favicon } from '../favicon.tsx';
import type { CertificateView } from '../types.ts';
import css from './certificate-table.module.css';
import { isSort, type ListState, listHref, sortedBy } from './list-state.ts';
import { RowActionButtons } from './row-action-buttons.tsx';
import type { RowActions } from './row-actions.ts';
import { isSelected, type Selection } from './selection.ts';

interface CertificateTableProps {
  /** Undefined until the first answer arrives. */
  readonly certificates: readonly CertificateView[] | undefined;
  readonly state: ListState;
  readonly selection: Selection;
  readonly share: 'none' | 'some' | 'all';
  readonly onToggleAll: () => void;
  readonly checking: ReadonlySet<CertificateId>;
  /** Null for a viewer, who sees neither checkboxes nor actions. */
  readonly actions: RowActions | null;
  /** The rows are those of the previous filter. */
  readonly stale: boolean;
}

const hrefOf = ({ id }: CertificateView): string => `/certificates/${id}`;

const about = ({ issuer, environmentName }: CertificateView): string =>
  [issuer ?? '\u2013', environmentName].filter((part) => part !== null).join(' \u00b7 ');

const dataColumns: readonly Column<CertificateView>[] = [
  {
    id: 'domain',
    header: 'Domain',
    enableSorting: true,
    cell: ({ row }) => <Domain certificate={row.original} />,
    meta: { width: '24.4%', card: 'wide', line: 1 },
  },
  {
    id: 'environment',
    header: 'Environment',
    cell: ({ row }) => row.original.environmentName ?? '\u2013',
    meta: { width: 86, wideWidth: 132, from: 850, card: 'hidden' },
  },
  {
    id: 'issuer',
    header: 'Issuer',
    enableSorting: true,
    cell: ({ row: { original: row } }) => <span title={row.issuer ?? undefined}>{row.issuer ?? '\u2013'}</span>,
    meta: { width: 100, wideWidth: 172, from: 920, wrap: 2, card: 'hidden' },
  },
  ...lifeColumns<CertificateView>({ lifeOf: (row) => ({ ...row, tone: toneOfCertificate(row) }), to: hrefOf, folds: true }),
  { id: 'about', header: '', cell: ({ row }) => <About certificate={row.original} />, meta: { card: 'start', cardOnly: true } },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <CertificateChips certificate={row.original} />,
    meta: { width: 124, wideWidth: 236, wrap: true, card: 'end' },
  },
];

const columnsFor = (actions: RowActions | null, checking: ReadonlySet<CertificateId>): readonly Column<CertificateView>[] => {
  if (actions === null) return dataColumns;
  const actionColumn: Column<CertificateView> = {
    id: 'actions',
    header: 'Actions',
    cell: ({ row: { original: row } }) => <RowActionButtons certificate={row} checking={checking.has(row.id)} actions={actions} />,
    meta: { width: 72, align: 'end', card: 'tail' },
  };
  return [...dataColumns, actionColumn];
};

/** Every row on one axis: sorted by end date, the horizon reads as a front that moves. */
export function CertificateTable(props: CertificateTableProps) {
  const { certificates, state, selection, share, onToggleAll, checking, actions, stale } = props;
  const columns = useMemo(() => columnsFor(actions, checking), [actions, checking]);
  return (
    <DataTable
      label="Certificates"
      columns={columns}
      rows={certificates}
      rowKey={({ id }) => id}
      rowLook={({ status }) => ({ urgency: urgencyOf(status) })}
      sort={{
        column: state.sort === 'expires' ? 'days' : state.sort,
        order: state.order,
        to: (column) => listHref(sortedBy(state, isSort(column) ? column : 'expires')),
      }}
      selection={
        actions === null
          ? null
          : {
              allLabel: 'Select all matching certificates',
              share,
              onToggleAll,
              labelOf: ({ domain }) => `Select ${domain}`,
              isSelected: ({ id }) => isSelected(selection, id),
              onToggle: actions.onToggle,
            }
      }
      stale={stale}
      skeletonRows={state.rows}
      plainOnPhones
    />
  );
}

/** Issuer and environment follow the name if their columns are hidden. */
function Domain({ certificate }: { readonly certificate: CertificateView }) {
  const { name, port } = domainParts(certificate);
  return (
    <>
      <RowLink to={hrefOf(certificate)} title={certificate.domain}>
        <Favicon domain={certificate.domain} />
        {name}
        <span className={css.quiet}>{port}</span>
      </RowLink>
      <Folded below={920}>
        {certificate.issuer ?? '\u2013'}
        {certificate.environmentName === null ? null : <Folded below={850}>{` \u00b7 ${certificate.environmentName}`}</Folded>}
      </Folded>
    </>
  );
}

/** The last line of a card, beside the status. */
function About({ certificate }: { readonly certificate: CertificateView }) {
  return (
    <span className={css.about}>
      <span>{about(certificate)}</span>
      {certificate.notAfter === null ? null : <span>{dateText(certificate.notAfter)}</span>}
    </span>
  );
}
