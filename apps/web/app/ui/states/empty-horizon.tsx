import { GUIDE_DAYS, horizonX, NOW_AT } from '../lifeline/scale.ts';
import css from './states.module.css';

const at = (percent: number): string => `${percent}%`;
/** Ends of lives that are not there yet, in days. */
const dotted = [
  { days: 83, y: 44, opacity: 1 },
  { days: 64, y: 76, opacity: 0.85 },
  { days: 110, y: 108, opacity: 0.6 },
] as const;

/** The horizon's axis with dotted lines: where the certificates will stand. Positions are shares of the width, so labels keep their size. */
export function EmptyHorizon() {
  return (
    <svg className={css.axis} aria-hidden="true">
      {GUIDE_DAYS.map((days) => (
        <g key={days}>
          <line x1={at(horizonX(days))} x2={at(horizonX(days))} y1="22" y2="150" stroke="var(--na-tick)" />
          <text x={at(horizonX(days))} y="14" fill="var(--na-text-3)">
            {days === 365 ? '1 y' : days}
          </text>
        </g>
      ))}
      <line x1={at(NOW_AT)} x2={at(NOW_AT)} y1="22" y2="150" stroke="var(--na-hand)" strokeWidth="1.5" />
      <text x={at(NOW_AT)} y="14" fill="var(--na-text)" fontWeight="600">
        now
      </text>
      {dotted.map(({ days, y, opacity }) => (
        <g key={days} stroke="var(--na-rail)" opacity={opacity}>
          <line x1={at(NOW_AT + 1)} x2={at(horizonX(days))} y1={y} y2={y} strokeWidth="4" strokeDasharray="0.1 9" strokeLinecap="round" />
          <line x1={at(horizonX(days))} x2={at(horizonX(days))} y1={y - 8} y2={y + 8} strokeWidth="2" />
        </g>
      ))}
    </svg>
  );
}
