import { dateText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { memo } from 'react';
import { SelectBox } from '../../../ui/data-table/select-box.tsx';
import { Horizon } from '../../../ui/lifeline/horizon.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { signed } from '../../../ui/time/format.ts';
import { CertificateChips } from '../certificate-chips.tsx';
import { domainParts, toneOfCertificate, urgencyOf } from '../certificate-words.ts';
import { Favicon } from '../favicon.tsx';
import type { CertificateView } from '../types.ts';
import css from './certificate-row.module.css';
import { RowActionButtons } from './row-action-buttons.tsx';
import type { RowActions } from './row-actions.ts';

interface CertificateRowProps {
  readonly certificate: CertificateView;
  readonly now: Date;
  readonly selected: boolean;
  readonly checking: boolean;
  /** Null for a viewer, who sees neither box nor actions. */
  readonly actions: RowActions | null;
}

/** One certificate. The domain's link covers the whole row, so that it opens like any link: in a new tab too. */
export const CertificateRow = memo(function CertificateRow(props: CertificateRowProps) {
  const { certificate, now, selected, checking, actions } = props;
  const { id, domain, issuer, environmentName, notBefore, notAfter, daysLeft } = certificate;
  const { name, port } = domainParts(certificate);
  const href = `/certificates/${id}`;
  const folded = [issuer, environmentName].filter((part) => part !== null);
  return (
    <tr className={css.row} data-urgency={urgencyOf(certificate.status)} data-selected={selected}>
      {actions === null ? null : (
        <td data-col="select">
          <SelectBox label={`Select ${domain}`} share={selected ? 'all' : 'none'} onChange={() => actions.onToggle(id)} />
        </td>
      )}
      <td data-col="domain">
        <Link to={href} className={css.open} title={domain}>
          <Favicon domain={domain} />
          {name}
          <span className={css.port}>{port}</span>
        </Link>
        <span className={css.folded}>
          <span>{issuer ?? '\u2013'}</span>
          {environmentName === null ? null : (
            <span className={css.foldedEnvironment}>
              {folded.length > 1 ? ' \u00b7 ' : ''}
              {environmentName}
            </span>
          )}
        </span>
      </td>
      <td data-col="environment">{environmentName ?? '\u2013'}</td>
      <td data-col="issuer" title={issuer ?? undefined}>
        <span className={css.issuer}>{issuer ?? '\u2013'}</span>
      </td>
      <td data-col="days">
        {daysLeft === null ? (
          '\u2013'
        ) : (
          <>
            {signed(daysLeft)}
            <small> d</small>
            {notAfter === null ? null : <span className={css.foldedDate}>{dateText(notAfter)}</span>}
          </>
        )}
      </td>
      <td data-col="horizon">
        <Horizon
          life={notBefore === null || notAfter === null ? null : { notBefore, notAfter, now }}
          tone={toneOfCertificate(certificate)}
        />
      </td>
      <td data-col="date">
        {notAfter === null ? null : (
          // Above the row's link, for the time that shows on hover; out of the tab order, as it leads to the same place.
          <Link to={href} className={css.above} tabIndex={-1}>
            <AbsoluteTime value={notAfter} />
          </Link>
        )}
      </td>
      <td data-col="status">
        <CertificateChips certificate={certificate} />
      </td>
      {actions === null ? null : (
        <td data-col="actions">
          <RowActionButtons certificate={certificate} checking={checking} actions={actions} />
        </td>
      )}
    </tr>
  );
});
