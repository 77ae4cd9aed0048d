import { GUIDE_DAYS, horizonX, NOW_AT, round } from '../lifeline/scale.ts';
import css from './states.module.css';

const WIDTH = 640;
const x = (percent: number): number => round((percent / 100) * WIDTH);
const now = x(NOW_AT);
/** Ends of lives that are not there yet, in days. */
const dotted = [
  { days: 83, y: 44, opacity: 1 },
  { days: 64, y: 76, opacity: 0.85 },
  { days: 110, y: 108, opacity: 0.6 },
] as const;

/** The horizon's axis with dotted lines: where the certificates will stand. */
export function EmptyHorizon() {
  return (
    <svg className={css.axis} viewBox={`0 0 ${WIDTH} 150`} aria-hidden="true">
      {GUIDE_DAYS.map((days) => (
        <g key={days}>
          <path d={`M${x(horizonX(days))} 22V150`} stroke="var(--na-tick)" />
          <text x={x(horizonX(days))} y="14" fill="var(--na-text-3)">
            {days === 365 ? '1 y' : days}
          </text>
        </g>
      ))}
      <path d={`M${now} 22V150`} stroke="var(--na-hand)" strokeWidth="1.5" />
      <text x={now} y="14" fill="var(--na-text)" fontWeight="600">
        now
      </text>
      {dotted.map(({ days, y, opacity }) => (
        <g key={days} stroke="var(--na-rail)" opacity={opacity}>
          <path d={`M${now + 4} ${y}H${x(horizonX(days))}`} strokeWidth="4" strokeDasharray="0.1 9" strokeLinecap="round" />
          <path d={`M${x(horizonX(days))} ${y - 8}v16`} strokeWidth="2" />
        </g>
      ))}
    </svg>
  );
}
