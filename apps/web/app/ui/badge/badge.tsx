import { type CertificateStatus, reasonLabels, type VerdictReason } from '@notafter/domain';
import type { ReactNode } from 'react';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './badge.module.css';

/** The words for each status. Screens use no others. */
export const statusWords = {
  expired: 'Expired',
  critical: 'Critical',
  warning: 'Warning',
  valid: 'Valid',
  unreachable: 'Unreachable',
} as const satisfies Record<CertificateStatus | 'unreachable', string>;

interface BadgeProps {
  readonly tone: MarkTone;
  /** False for a second badge beside one with a shape. */
  readonly mark?: boolean;
  readonly children: ReactNode;
}

/** A status as shape, word and weight: valid is bare text, expired is a solid block. */
export function Badge({ tone, mark = true, children }: BadgeProps) {
  return (
    <span className={css.badge} data-tone={tone}>
      {mark ? <StatusMark tone={tone} plain={tone === 'expired' || tone === 'pending'} /> : null}
      {children}
    </span>
  );
}

interface StatusBadgeProps {
  /** `null` for a certificate that was never seen. */
  readonly status: CertificateStatus | null;
  /** Replaces the status. The row keeps its last known date. */
  readonly unreachable?: boolean;
}

export function StatusBadge({ status, unreachable = false }: StatusBadgeProps) {
  const shown = unreachable || status === null ? 'unreachable' : status;
  return <Badge tone={shown}>{statusWords[shown]}</Badge>;
}

/** The first lasting reason why a certificate fails, beside the badge of its date. */
export function ReasonBadge({ reason }: { readonly reason: VerdictReason }) {
  return (
    <Badge tone="failed" mark={false}>
      {reasonLabels[reason]}
    </Badge>
  );
}

/** Badges side by side. Plain for the rows of tables: Mantine's Group would take a twentieth of the server's time for 50 rows. */
export function Badges({ children }: { readonly children: ReactNode }) {
  return <span className={css.badges}>{children}</span>;
}

interface TagProps {
  readonly name?: string;
  /** A long text continues on the next line. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
}

/** Any other word: a tag, a source, a device. */
export function Tag({ name, wraps, children }: TagProps) {
  return (
    <span className={css.tag} data-wraps={wraps}>
      {name === undefined ? null : <b>{name}</b>}
      {children}
    </span>
  );
}

/** A number beside a heading. */
export function Count({ children }: { readonly children: ReactNode }) {
  return <span className={css.count}>{children}</span>;
}
