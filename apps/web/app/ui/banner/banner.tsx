import type { ReactNode } from 'react';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './banner.module.css';

interface BannerProps {
  readonly tone: Extract<MarkTone, 'expired' | 'critical' | 'warning' | 'info' | 'valid' | 'unreachable'>;
  /** One sentence. The banner is not shown while it is null. */
  readonly children: ReactNode;
  /** At most one. */
  readonly action?: ReactNode;
  /** Set where the banner appears in answer to something, so that readers hear it. */
  readonly role?: 'alert' | 'status' | undefined;
}

export function Banner({ tone, children, action, role }: BannerProps) {
  if (children === null) return null;
  return (
    <div className={css.banner} data-tone={tone} role={role}>
      <StatusMark tone={tone} />
      <div className={css.text}>{children}</div>
      {action}
    </div>
  );
}
