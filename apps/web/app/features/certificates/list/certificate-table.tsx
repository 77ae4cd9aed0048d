import type { CertificateId } from '@notafter/domain';
import { SelectBox } from '../../../ui/data-table/select-box.tsx';
import { HorizonAxis } from '../../../ui/lifeline/horizon.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import type { CertificateView } from '../types.ts';
import { CertificateRow } from './certificate-row.tsx';
import css from './certificate-table.module.css';
import type { ListState } from './list-state.ts';
import type { RowActions } from './row-actions.ts';
import { isSelected, type Selection } from './selection.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SortHead } from './sort-head.tsx';
import narrow from './stacked-rows.module.css';

interface CertificateTableProps {
  /** Undefined while the first answer is awaited. */
  readonly certificates: readonly CertificateView[] | undefined;
  readonly state: ListState;
  readonly selection: Selection;
  readonly share: 'none' | 'some' | 'all';
  readonly onToggleAll: () => void;
  readonly checking: ReadonlySet<CertificateId>;
  readonly actions: RowActions | null;
  /** The rows shown are those of the filter before. */
  readonly stale: boolean;
}

/** Every row on one axis: sorted by end date, the horizon reads as a front that moves. */
export function CertificateTable({ certificates, state, selection, share, onToggleAll, checking, actions, stale }: CertificateTableProps) {
  const now = useNow();
  return (
    <table className={`${css.table} ${narrow.stacked}`} aria-busy={stale || certificates === undefined} data-stale={stale}>
      <caption className={css.caption}>Certificates</caption>
      <thead>
        <tr>
          {actions === null ? null : (
            <th data-col="select">
              <SelectBox label="Select all matching certificates" share={share} onChange={onToggleAll} />
            </th>
          )}
          <SortHead state={state} sort="domain" column="domain">
            Domain
          </SortHead>
          <th scope="col" data-col="environment">
            Environment
          </th>
          <SortHead state={state} sort="issuer" column="issuer">
            Issuer
          </SortHead>
          <SortHead state={state} sort="expires" column="days">
            Expires
          </SortHead>
          <td data-col="horizon">
            <HorizonAxis />
          </td>
          <td data-col="date" />
          <th scope="col" data-col="status">
            Status
          </th>
          {actions === null ? null : (
            <th scope="col" data-col="actions">
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {certificates === undefined ? (
          <SkeletonRows rows={state.rows} withActions={actions !== null} />
        ) : (
          certificates.map((certificate) => (
            <CertificateRow
              key={certificate.id}
              certificate={certificate}
              now={now}
              selected={isSelected(selection, certificate.id)}
              checking={checking.has(certificate.id)}
              actions={actions}
            />
          ))
        )}
      </tbody>
    </table>
  );
}
