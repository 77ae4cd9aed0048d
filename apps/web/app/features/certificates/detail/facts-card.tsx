import type { RevocationStatus } from '@notafter/domain';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import type { CertificateDetail } from '../types.ts';
import css from './facts-card.module.css';
import { keyText } from './verdicts.ts';

/** What is not known is never shown as good. */
const revocationTexts = {
  good: 'Not revoked',
  revoked: 'Revoked',
  unknown: 'Not known',
  not_checked: 'Not checked',
} as const satisfies Record<RevocationStatus, string>;

export function FactsCard({ certificate }: { readonly certificate: CertificateDetail }) {
  const { issuer, serialNumber, fingerprint, fingerprint256, address, chain, revocation } = certificate;
  const [leaf] = chain;
  // Its own dates: those of the endpoint are of whichever certificate ends first.
  const { notBefore, notAfter } = leaf ?? certificate;
  const issuerWhole = leaf?.issuerCommonName ?? null;
  return (
    <Panel title="Facts">
      <dl className={css.facts}>
        <Row term="Issuer">
          {issuer}
          {issuerWhole === null || issuerWhole === issuer ? null : <span className={css.note}>{issuerWhole}</span>}
        </Row>
        {notBefore === null ? null : (
          <Row term="Valid from">
            <AbsoluteTime value={notBefore} form="datetime" />
          </Row>
        )}
        {notAfter === null ? null : (
          <Row term="Expires">
            <AbsoluteTime value={notAfter} form="datetime" />
          </Row>
        )}
        {leaf === undefined ? null : <Row term="Key">{keyText(leaf)}</Row>}
        {revocation === null ? null : (
          <Row term="Revocation">
            {revocationTexts[revocation.status]}
            {revocation.status === 'good' ? null : <span className={css.note}>{revocation.detail}</span>}
          </Row>
        )}
        {address === null ? null : (
          <Row term="Address">
            <span className={css.mono}>{address}</span>
          </Row>
        )}
        <CodeRow term="Serial" value={serialNumber} copyLabel="Copy serial number" />
        <CodeRow term="SHA-256" value={fingerprint256} copyLabel="Copy SHA-256 fingerprint" />
        <CodeRow term="SHA-1" value={fingerprint} copyLabel="Copy SHA-1 fingerprint" />
      </dl>
    </Panel>
  );
}

function Row({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface CodeRowProps {
  readonly term: string;
  readonly value: string | null;
  readonly copyLabel: string;
}

function CodeRow({ term, value, copyLabel }: CodeRowProps) {
  if (value === null) return null;
  return (
    <>
      <dt>{term}</dt>
      <dd className={css.code}>
        <span className={css.mono} title={value}>
          {value}
        </span>
        <CopyButton value={value} label={copyLabel} />
      </dd>
    </>
  );
}
