import type { ReactNode } from 'react';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './message-page.module.css';

interface MessagePageProps {
  readonly tone: MarkTone;
  readonly title: string;
  readonly text: ReactNode;
  readonly action?: ReactNode;
  /** `h1` if no other heading is above it. */
  readonly heading?: 'h1' | 'h2';
}

/** A whole screen, or the space of one, that has only a sentence and a next step. */
export function MessagePage({ tone, title, text, action, heading: Heading = 'h2' }: MessagePageProps) {
  return (
    <div className={css.page}>
      <StatusMark tone={tone} />
      <Heading className={css.title}>{title}</Heading>
      <p className={css.text}>{text}</p>
      {action === undefined ? null : <div className={css.action}>{action}</div>}
    </div>
  );
}
