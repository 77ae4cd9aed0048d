import css from './alert-days.module.css';

const ALL_DAYS = [30, 14, 7, 1] as const;
const AXIS_DAYS = 32;
const BEND_DAYS = 3;

/** Where a day stands on the line that ends with the certificate: the last days have the more room. */
const placeOf = (days: number): number =>
  Math.round(1000 * (100 - (100 * Math.log(1 + days / BEND_DAYS)) / Math.log(1 + AXIS_DAYS / BEND_DAYS))) / 1000;

const places = ALL_DAYS.map((days) => ({ days, at: placeOf(days) }));

/** The days before the end on which a plan tells, drawn where they lie. */
export function AlertDays({ days }: { readonly days: readonly number[] }) {
  return (
    <div>
      <span className={css.label}>Alerts, days before</span>
      <div className={css.line} role="img" aria-label={`${days.join(', ')} days before the end`}>
        {places.map(({ days: day, at }) => (
          <span key={day} className={css.day} data-on={days.includes(day)} style={{ left: `${at}%` }}>
            {days.includes(day) ? day : null}
          </span>
        ))}
        <span className={css.end} />
      </div>
    </div>
  );
}
