import { type CertificateId, dateText } from '@notafter/domain';
import { useMemo } from 'react';
import { useMay } from '../../../shell/session.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { lifeColumns } from '../../../ui/data-table/life-columns.tsx';
import { Folded, RowLink, type RowSelection, rowButton } from '../../../ui/data-table/table-row.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import { CertificateChips } from '../certificate-chips.tsx';
import { domainParts, toneOfCertificate, urgencyOf } from '../certificate-words.ts';
import { CollectorLine } from '../collector-line.tsx';
import { Favicon } from '../favicon.tsx';
import type { CertificateView } from '../types.ts';
import { useCheckOne } from '../use-check-one.ts';
import css from './certificate-table.module.css';
import type { ListDialog } from './list-dialogs.tsx';
import { isSort, listHref, sortedBy, useListState } from './list-state.ts';
import { isSelected } from './selection.ts';
import type { ListSelection } from './use-list-selection.ts';

interface CertificateTableProps {
  /** Undefined until the first answer arrives. */
  readonly certificates: readonly CertificateView[] | undefined;
  readonly selection: ListSelection;
  /** The rows are those of the previous filter. */
  readonly stale: boolean;
  readonly onOpen: (dialog: ListDialog) => void;
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

/** Every row on one axis: sorted by end date, the horizon reads as a front that moves. A viewer sees neither checkboxes nor actions. */
export function CertificateTable({
  certificates,
  selection: { selection, share, toggle, toggleAll },
  stale,
  onOpen,
}: CertificateTableProps) {
  const [state] = useListState();
  const mayWrite = useMay('certificates/check-certificate');
  const { checking, check } = useCheckOne();
  const columns = useMemo<readonly Column<CertificateView>[]>(() => {
    const actions: Column<CertificateView> = {
      id: 'actions',
      header: 'Actions',
      cell: ({ row: { original: row } }) => <RowActions certificate={row} checking={checking.has(row.id)} check={check} onOpen={onOpen} />,
      meta: { width: 72, align: 'end', card: 'tail' },
    };
    return mayWrite ? [...dataColumns, actions] : dataColumns;
  }, [mayWrite, checking, check, onOpen]);
  const boxes: RowSelection<CertificateView> = {
    allLabel: 'Select all matching certificates',
    share,
    onToggleAll: toggleAll,
    labelOf: ({ domain }) => `Select ${domain}`,
    isSelected: ({ id }) => isSelected(selection, id),
    onToggle: toggle,
  };
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
      selection={mayWrite ? boxes : null}
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
        <Favicon domain={certificate.domain} plain={certificate.source !== 'endpoint'} />
        {name}
        <span className={css.quiet}>{port}</span>
      </RowLink>
      {certificate.collector === null ? null : <CollectorLine collector={certificate.collector} />}
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

interface RowActionsProps {
  readonly certificate: CertificateView;
  readonly checking: boolean;
  readonly check: (id: CertificateId) => void;
  readonly onOpen: (dialog: ListDialog) => void;
}

function RowActions({ certificate, checking, check, onOpen }: RowActionsProps) {
  const { id, domain, source, collector } = certificate;
  const isChecked = source === 'endpoint' && collector === null;
  const checkThis = () => check(id);
  return (
    <>
      {isChecked ? (
        <button type="button" className={rowButton} onClick={checkThis} disabled={checking} title="Check" aria-label={`Check ${domain}`}>
          <Icon name="refresh" small />
        </button>
      ) : null}
      <ActionMenu
        inPlace
        trigger={
          <button type="button" className={rowButton} aria-label={`More actions for ${domain}`}>
            <Icon name="more" small />
          </button>
        }
        entries={[
          { label: 'View Details', icon: 'certificate', to: `/certificates/${id}` },
          { label: 'Edit Tags', icon: 'edit', onSelect: () => onOpen({ kind: 'tags', certificate }) },
          ...(isChecked ? [{ label: 'Check Certificate', icon: 'refresh', onSelect: checkThis, disabled: checking } as const] : []),
          { label: 'Delete Certificate', icon: 'trash', onSelect: () => onOpen({ kind: 'removal', target: certificate }), danger: true },
        ]}
      />
    </>
  );
}
