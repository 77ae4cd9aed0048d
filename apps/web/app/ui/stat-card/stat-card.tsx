import { countText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import type { CSSProperties, ReactNode } from 'react';
import { type MarkTone, StatusMark } from '../status/status-mark.tsx';
import css from './stat-card.module.css';

interface StatCardsProps {
  readonly label: string;
  /** The cards are links: the group is a navigation. */
  readonly links?: boolean;
  /** Width in pixels below which the cards wrap into more rows. */
  readonly least?: number;
  readonly children: ReactNode;
}

/** Related figures side by side, divided by lines. */
export function StatCards({ label, links = false, least = 150, children }: StatCardsProps) {
  const style: CSSProperties = { '--least': `${least}px` };
  const Group = links ? 'nav' : 'ul';
  return (
    <Group className={css.cards} style={style} aria-label={label}>
      {children}
    </Group>
  );
}

interface StatCardProps {
  readonly label: string;
  /** Replaces the label on narrow screens. Screen readers still hear the label. */
  readonly shortLabel?: string;
  readonly tone?: MarkTone;
  /** Null if it is not known. */
  readonly value: number | string | null;
  /** Small text beside the figure. */
  readonly note?: ReactNode | undefined;
  /** A badge at the end of the label's line. */
  readonly aside?: ReactNode;
  /** `xs` is for words in place of a figure. */
  readonly size?: 'xs' | 'sm' | 'md';
  /** Where the card leads, for example to the list filtered by it. */
  readonly to?: string;
  readonly active?: boolean;
  /** In place of `value`: a badge. */
  readonly figure?: ReactNode;
  /** Below the figure. */
  readonly children?: ReactNode;
}

/** One figure with its name. Zero is quiet: a gray shape and a gray figure. */
export function StatCard(props: StatCardProps) {
  const { label, shortLabel, tone, value, note, aside, size = 'md', to, active = false, figure, children } = props;
  const inside = (
    <>
      <span className={css.label}>
        {tone === undefined ? null : <StatusMark tone={tone} plain={value === 0 && to !== undefined} />}
        <span className={shortLabel === undefined ? undefined : css.whole}>{label}</span>
        {shortLabel === undefined ? null : (
          <span className={css.short} aria-hidden="true">
            {shortLabel}
          </span>
        )}
        {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
      </span>
      <span
        className={css.figure}
        data-size={figure === undefined ? size : 'xs'}
        data-quiet={figure === undefined && (value === 0 || value === null)}
      >
        {figure ?? (typeof value === 'number' ? countText(value) : (value ?? '\u2013'))} {note === undefined ? null : <small>{note}</small>}
      </span>
      {children}
    </>
  );
  if (to === undefined) return <li className={css.card}>{inside}</li>;
  return (
    <Link to={to} className={css.card} preventScrollReset {...(active ? { 'aria-current': 'true' as const } : {})}>
      {inside}
    </Link>
  );
}
