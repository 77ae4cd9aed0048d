import { Badge, ReasonBadge, StatusBadge } from '../../ui/badge/badge.tsx';
import css from './certificate-chips.module.css';
import type { CertificateView } from './types.ts';

interface CertificateChipsProps {
  readonly certificate: Pick<CertificateView, 'status' | 'unreachable' | 'reasons' | 'warnings'>;
}

/** The chip of its date, or Unreachable in its place, and a second one with the first reason why it fails, or that its addresses differ. */
export function CertificateChips({ certificate }: CertificateChipsProps) {
  const [reason] = certificate.reasons;
  return (
    <span className={css.chips}>
      <StatusBadge status={certificate.status} unreachable={certificate.unreachable !== null} />
      {reason === undefined ? null : <ReasonBadge reason={reason} />}
      {reason === undefined && certificate.warnings.includes('different_certificates') ? (
        <Badge tone="warning" mark={false}>
          Addresses differ
        </Badge>
      ) : null}
    </span>
  );
}
