import css from './score-scale.module.css';

/** Where a score's bands begin. */
const HEALTH_BANDS = [50, 70, 80, 90] as const;

interface ScoreScaleProps {
  /** 0 to 100. */
  readonly score: number;
  readonly tone: 'expired' | 'critical' | 'warning' | 'valid';
  /** Where its bands begin; those of a health score by default. */
  readonly bands?: readonly number[];
  /** A full sentence. */
  readonly label: string;
}

/** A score in the grammar of the lifeline: rail, fill, band ticks, hand. */
export function ScoreScale({ score, tone, bands = HEALTH_BANDS, label }: ScoreScaleProps) {
  const at = { left: `${score}%` };
  return (
    <span className={css.scale} data-tone={tone} role="img" aria-label={label}>
      <span className={css.rail} />
      <span className={css.fill} style={{ width: `${score}%` }} />
      {bands.map((band) => (
        <i key={band} className={css.band} style={{ left: `${band}%` }} />
      ))}
      <span className={css.hand} style={at} />
    </span>
  );
}
