import { clientNames } from '@notafter/domain';
import { Badge, Badges, ReasonBadge, StatusBadge } from '../../ui/badge/badge.tsx';
import type { CertificateView } from './types.ts';

interface CertificateChipsProps {
  readonly certificate: Pick<CertificateView, 'status' | 'unreachable' | 'reasons' | 'warnings' | 'refusal'>;
}

/** The status by date, or Unreachable, then the first reason why it fails, or the client that refuses it, or that its addresses differ. */
export function CertificateChips({ certificate }: CertificateChipsProps) {
  const { refusal } = certificate;
  const [reason] = certificate.reasons;
  return (
    <Badges>
      <StatusBadge status={certificate.status} unreachable={certificate.unreachable !== null} />
      {reason === undefined ? null : <ReasonBadge reason={reason} />}
      {reason !== undefined || refusal === null ? null : (
        <Badge tone={refusal.hasBegun ? 'failed' : 'warning'} mark={false}>
          {refusal.hasBegun ? `${clientNames[refusal.client]} refuses` : 'Refused soon'}
        </Badge>
      )}
      {reason === undefined && certificate.warnings.includes('different_certificates') ? (
        <Badge tone="warning" mark={false}>
          Addresses differ
        </Badge>
      ) : null}
    </Badges>
  );
}
