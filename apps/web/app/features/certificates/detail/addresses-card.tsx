import { issuerName } from '@notafter/domain';
import { useState } from 'react';
import { Badge, Count, ReasonBadge, StatusBadge } from '../../../ui/badge/badge.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { CertificateDetail } from '../types.ts';
import css from './addresses-card.module.css';
import { shortFingerprint } from './history-view.ts';

const X509Dialog = lazyDialog(() => import('./x509-dialog.tsx'));

type Address = CertificateDetail['addresses'][number];

/** What each address behind the name serves; a name with one address has nothing to compare. */
export function AddressesCard({ certificate }: { readonly certificate: CertificateDetail }) {
  const { addresses } = certificate;
  const [opened, setOpened] = useState<Address | null>(null);
  const [first] = addresses;
  if (first === undefined || addresses.length < 2) return null;
  return (
    <Panel
      title="Addresses"
      count={<Count>{addresses.length}</Count>}
      aside={
        <span className={css.hint}>
          Looked at <AbsoluteTime value={first.seenAt} form="datetime" />
        </span>
      }
    >
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Certificate</th>
            <th scope="col">Ends</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {addresses.map((address) => (
            <AddressRow key={address.address} seen={address} onOpen={setOpened} />
          ))}
        </tbody>
      </table>
      {opened === null || opened.certificate === null ? null : (
        <X509Dialog role={`At ${opened.address}`} facts={opened.certificate} onClose={() => setOpened(null)} />
      )}
    </Panel>
  );
}

function AddressRow({ seen, onOpen }: { readonly seen: Address; readonly onOpen: (address: Address) => void }) {
  const { address, notAfter, status, unreachable, differs } = seen;
  const [reason] = seen.reasons;
  return (
    <tr>
      <th scope="row">{address}</th>
      <td className={css.served}>
        <Served seen={seen} onOpen={onOpen} />
      </td>
      <td className={css.ends}>{notAfter === null ? '\u2013' : <AbsoluteTime value={notAfter} />}</td>
      <td className={css.standing}>
        <span className={css.chips}>
          <StatusBadge status={status} unreachable={unreachable !== null} />
          {reason === undefined ? null : <ReasonBadge reason={reason} />}
          {differs ? (
            <Badge tone="warning" mark={false}>
              Differs
            </Badge>
          ) : null}
        </span>
      </td>
    </tr>
  );
}

function Served({ seen, onOpen }: { readonly seen: Address; readonly onOpen: (address: Address) => void }) {
  const { certificate, unreachable, fingerprint256, differs } = seen;
  if (unreachable !== null) return <span className={css.quiet}>{unreachable.detail}</span>;
  if (!differs || fingerprint256 === null) return <span className={css.quiet}>The certificate shown above</span>;
  const name = shortFingerprint(fingerprint256, 16);
  if (certificate === null) return <code className={css.code}>{name}</code>;
  return (
    <>
      <span className={css.issuer}>{issuerName(certificate)}</span>
      <button type="button" className={css.open} aria-haspopup="dialog" title={fingerprint256} onClick={() => onOpen(seen)}>
        {name}
      </button>
    </>
  );
}
