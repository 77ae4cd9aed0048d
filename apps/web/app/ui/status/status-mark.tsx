import type { ReactNode } from 'react';
import css from './status.module.css';

/** Five statuses, and three tones that speak of no certificate: `failed`, `info` and `pending`. */
export type MarkTone = 'expired' | 'critical' | 'warning' | 'valid' | 'unreachable' | 'failed' | 'info' | 'pending';

const crossedSquare = (
  <path fillRule="evenodd" d="M1 1h10v10H1zM3.1 4.2L4.9 6 3.1 7.8l1.1 1.1L6 7.1l1.8 1.8 1.1-1.1L7.1 6l1.8-1.8-1.1-1.1L6 4.9 4.2 3.1z" />
);

const shapes = {
  expired: crossedSquare,
  failed: crossedSquare,
  critical: <path d="M6 .4L11.6 6 6 11.6.4 6z" />,
  warning: <path d="M6 1.2L11.6 10.8H.4z" />,
  valid: <circle cx="6" cy="6" r="4.3" />,
  unreachable: <circle cx="6" cy="6" r="4.3" fill="none" stroke="currentColor" strokeWidth="1.8" strokeDasharray="3.1 2.3" />,
  info: <path fillRule="evenodd" d="M6 .8a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 6 .8zM5.2 2.9v1.5h1.6V2.9zM5.2 5.2v4h1.6v-4z" />,
  pending: <circle cx="6" cy="6" r="4.3" fill="none" stroke="currentColor" strokeWidth="1.6" />,
} as const satisfies Record<MarkTone, ReactNode>;

interface StatusMarkProps {
  readonly tone: MarkTone;
  /** Takes the color of the text around it, as on a solid chip, or the gray of a zero. */
  readonly plain?: boolean;
}

/** The shape of a status. Always beside its word: shape and color alone say nothing to a reader. */
export function StatusMark({ tone, plain = false }: StatusMarkProps) {
  return (
    <svg className={css.mark} viewBox="0 0 12 12" fill="currentColor" aria-hidden="true" {...(plain ? {} : { 'data-tone': tone })}>
      {shapes[tone]}
    </svg>
  );
}
