import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { StatusMark } from '../status/status-mark.tsx';
import { EmptyHorizon } from './empty-horizon.tsx';
import css from './states.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** One sentence. */
  readonly text: ReactNode;
  /** Without the axis, for lists whose rows have no end date. */
  readonly plain?: boolean;
  /** The next step, in place. */
  readonly children?: ReactNode;
}

/** A list without rows: the empty axis, one sentence, the next step. */
export function EmptyState({ title, text, plain = false, children }: EmptyStateProps) {
  return (
    <div className={plain ? css.plain : css.empty}>
      {plain ? null : <EmptyHorizon />}
      <h2 className={plain ? css.plainTitle : css.emptyTitle}>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

interface ErrorStateProps {
  /** For example `Certificates did not load`. */
  readonly title: string;
  /** Why, and what still works. */
  readonly text: ReactNode;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
  readonly action?: 'Retry' | 'Reload';
}

export function ErrorState({ title, text, onRetry, retrying = false, action = 'Retry' }: ErrorStateProps) {
  return (
    <div className={css.error} role="alert">
      <StatusMark tone="expired" />
      <strong>{title}</strong>
      <p className={css.errorText}>{text}</p>
      <Button size="sm" variant="default" leftSection={<Icon name="refresh" small />} onClick={onRetry} loading={retrying}>
        {action}
      </Button>
    </div>
  );
}

interface BoneProps {
  /** Percent of the space around it. */
  readonly width?: number;
  /** A thin line, where a lifeline will be. */
  readonly line?: boolean;
}

/** One bar of a skeleton: still, and drawn only after 150 ms, so that a quick answer never flickers. */
export function Bone({ width = 100, line = false }: BoneProps) {
  return <span className={line ? css.boneLine : css.bone} style={{ width: `${width}%` }} aria-hidden="true" />;
}
