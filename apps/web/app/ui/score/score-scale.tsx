import css from './score-scale.module.css';

/** Where a score's bands begin. */
const BANDS = [50, 70, 80, 90] as const;

interface ScoreScaleProps {
  /** 0 to 100. */
  readonly score: number;
  readonly tone: 'expired' | 'critical' | 'warning' | 'valid';
  /** A full sentence. */
  readonly label: string;
}

/** A score in the grammar of the lifeline: rail, fill, band ticks, hand. */
export function ScoreScale({ score, tone, label }: ScoreScaleProps) {
  const at = { left: `${score}%` };
  return (
    <span className={css.scale} data-tone={tone} role="img" aria-label={label}>
      <span className={css.rail} />
      <span className={css.fill} style={{ width: `${score}%` }} />
      {BANDS.map((band) => (
        <i key={band} className={css.band} style={{ left: `${band}%` }} />
      ))}
      <span className={css.hand} style={at} />
    </span>
  );
}
