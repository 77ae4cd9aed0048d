import type { CSSProperties } from 'react';
import css from './horizon.module.css';
import { GUIDE_DAYS, horizonShape, horizonX, type Life, NOW_AT, round } from './scale.ts';
import type { LifeTone } from './tone.ts';

const guides = GUIDE_DAYS.map((days) => ({ days, at: round(horizonX(days)), label: days === 365 ? '1 y' : String(days) }));
const left = (percent: number): CSSProperties => ({ left: `${percent}%` });
const span = (from: number, to: number): CSSProperties => ({ left: `${from}%`, width: `${round(to - from)}%` });

const guideLines = guides.map(({ days, at }) => <i key={days} style={left(at)} />);
const nowLine = <i className={css.nowLine} style={left(NOW_AT)} />;

/** The axis above a table of horizons; place it in a column as wide as theirs. */
export function HorizonAxis() {
  return (
    <span className={css.axis} aria-hidden="true">
      <i style={left(NOW_AT)} />
      <span className={css.now} style={left(NOW_AT)}>
        now
      </span>
      {guides.map(({ days, at, label }) => (
        <span key={days}>
          <i style={left(at)} />
          <span style={left(at)}>{label}</span>
        </span>
      ))}
    </span>
  );
}

interface HorizonProps {
  /** `null` for a certificate that was never seen: the guides alone. */
  readonly life: Life | null;
  readonly tone: LifeTone;
}

/**
 * One certificate on the axis that all rows share. Hidden from screen readers: days and date are next to it as text. It fills
 * the height of its row, so that guides run through the whole table.
 */
export function Horizon({ life, tone }: HorizonProps) {
  const shape = life === null ? null : horizonShape(life);
  return (
    <span className={css.row} data-tone={tone} aria-hidden="true">
      {guideLines}
      {nowLine}
      {shape === null ? null : (
        <>
          <span className={css.spent} style={span(shape.spent.from, shape.spent.to)} />
          {shape.overrun === null ? null : (
            <span className={css.overrun} style={{ right: `${100 - NOW_AT}%`, width: `max(9px, ${shape.overrun}%)` }} />
          )}
          {shape.left === null ? null : <span className={css.left} style={span(shape.left.from, shape.left.to)} />}
          {shape.left === null ? null : <span className={shape.beyond ? css.beyond : css.end} style={left(shape.left.to)} />}
        </>
      )}
    </span>
  );
}
