import css from './bar.module.css';

interface BarProps {
  /** 0 to 100. */
  readonly percent: number;
  /** Names it to screen readers. Leave it out if a text beside the bar says the same. */
  readonly label?: string;
  readonly thin?: boolean;
}

/** A share of a whole, in the tone around it. */
export function Bar({ percent, label, thin = false }: BarProps) {
  const share = Math.min(100, Math.max(0, percent));
  const spoken =
    label === undefined
      ? { 'aria-hidden': true }
      : { role: 'progressbar', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': share };
  return (
    <div className={css.bar} data-thin={thin} {...spoken}>
      <div className={css.share} style={{ width: `${share}%` }} />
    </div>
  );
}
