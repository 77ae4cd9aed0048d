import css from './brand.module.css';

/** The mark beside the name: an N whose last stroke is the end date. */
export function Brand() {
  return (
    <span className={css.brand}>
      <svg viewBox="0 0 32 32" width="22" height="22" fill="none" aria-hidden="true">
        <path d="M5 3.5v25" stroke="var(--na-text)" strokeWidth="3" strokeLinecap="square" />
        <path d="M5 5L27 27" stroke="var(--na-text)" strokeWidth="3" />
        <path d="M27 3.5v25" stroke="var(--na-accent-fg)" strokeWidth="5" strokeLinecap="square" />
      </svg>
      Notafter
    </span>
  );
}
