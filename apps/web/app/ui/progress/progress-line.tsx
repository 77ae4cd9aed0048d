import css from './progress-line.module.css';

interface ProgressLineProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

/** How far long work is. Put the figures beside it as text. */
export function ProgressLine({ label, value, max }: ProgressLineProps) {
  return (
    <div className={css.rail} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={max} aria-valuenow={value}>
      <span className={css.fill} style={{ width: `${max === 0 ? 100 : (value / max) * 100}%` }} />
    </div>
  );
}
