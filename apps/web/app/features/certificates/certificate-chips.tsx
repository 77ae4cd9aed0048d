import { clientNames, type DeploymentState, type RenewalState } from '@notafter/domain';
import { Badge, Badges, ReasonBadge, StatusBadge } from '../../ui/badge/badge.tsx';
import type { MarkTone } from '../../ui/status/status-mark.tsx';
import type { CertificateView } from './types.ts';

interface CertificateChipsProps {
  readonly certificate: Pick<
    CertificateView,
    'source' | 'status' | 'unreachable' | 'reasons' | 'warnings' | 'refusal' | 'renewalState' | 'deploymentState'
  >;
}

const renewalWords = { on_schedule: 'On schedule', due: 'Renewal due', late: 'Renewal late' } as const satisfies Record<
  RenewalState,
  string
>;
const renewalTones = { on_schedule: 'valid', due: 'info', late: 'warning' } as const satisfies Record<RenewalState, MarkTone>;

const deploymentWords = {
  not_reloaded: 'Not reloaded',
  not_deployed: 'Not deployed',
  left_behind: 'Left behind',
  unknown: 'Served, unknown',
} as const satisfies Record<DeploymentState, string>;

const sourceWords = { upload: 'Uploaded', date: 'Date', file: 'File' } as const;

/** Null if there is nothing to do and no date that looks like it. */
const shownRenewal = ({ renewalState, reasons, status }: CertificateChipsProps['certificate']): RenewalState | null =>
  reasons.length > 0 || (renewalState === 'on_schedule' && status === 'valid') ? null : renewalState;

/**
 * The status by date, or Unreachable, then the first reason why it fails, or the client that refuses it, that its addresses differ,
 * that nobody checks it, that it serves another certificate than its file has, and its renewal.
 */
export function CertificateChips({ certificate }: CertificateChipsProps) {
  const { refusal, source, deploymentState } = certificate;
  const [reason] = certificate.reasons;
  const renewal = shownRenewal(certificate);
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
      {source === 'endpoint' ? null : (
        <Badge tone="info" mark={false}>
          {sourceWords[source]}
        </Badge>
      )}
      {deploymentState === null ? null : (
        <Badge tone={deploymentState === 'unknown' ? 'info' : 'warning'} mark={false}>
          {deploymentWords[deploymentState]}
        </Badge>
      )}
      {renewal === null ? null : (
        <Badge tone={renewalTones[renewal]} mark={false}>
          {renewalWords[renewal]}
        </Badge>
      )}
    </Badges>
  );
}
