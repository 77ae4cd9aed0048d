import { type CertificateStatus, reasonLabels, type VerdictReason } from '@notafter/domain';
import type { ReactNode } from 'react';
import css from './status.module.css';
import { type MarkTone, StatusMark } from './status-mark.tsx';

/** The words of the chips; the detail and list screens have no others. */
export const statusWords = {
  expired: 'Expired',
  critical: 'Critical',
  warning: 'Warning',
  valid: 'Valid',
  unreachable: 'Unreachable',
} as const satisfies Record<CertificateStatus | 'unreachable', string>;

interface ChipProps {
  readonly tone: MarkTone;
  readonly children: ReactNode;
}

/** Shape, word and weight: valid is bare text, expired a solid block. */
export function Chip({ tone, children }: ChipProps) {
  return (
    <span className={css.chip} data-tone={tone}>
      <StatusMark tone={tone} plain={tone === 'expired' || tone === 'pending'} />
      {children}
    </span>
  );
}

interface StatusChipProps {
  /** `null` for a certificate that was never seen. */
  readonly status: CertificateStatus | null;
  /** Replaces the status: the row keeps its last known date, the chip says that it is only that. */
  readonly unreachable?: boolean;
}

export function StatusChip({ status, unreachable = false }: StatusChipProps) {
  const shown = unreachable || status === null ? 'unreachable' : status;
  return <Chip tone={shown}>{statusWords[shown]}</Chip>;
}

/** The first lasting reason why a certificate fails, beside the chip of its date. */
export function ReasonChip({ reason }: { readonly reason: VerdictReason }) {
  return <span className={css.reason}>{reasonLabels[reason]}</span>;
}

/** What deserves attention beside the chip of the date, where no reason does. */
export function WarningChip({ children }: { readonly children: string }) {
  return <span className={css.warning}>{children}</span>;
}

interface TagProps {
  readonly name?: string;
  readonly children: ReactNode;
}

export function Tag({ name, children }: TagProps) {
  return (
    <span className={css.tag}>
      {name === undefined ? null : <b>{name}</b>}
      {children}
    </span>
  );
}

/** A number beside a heading. */
export function Count({ children }: { readonly children: ReactNode }) {
  return <span className={css.count}>{children}</span>;
}
