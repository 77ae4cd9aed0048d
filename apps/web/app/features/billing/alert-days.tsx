import { Note } from '../../ui/note/note.tsx';
import css from './billing.module.css';

const ALL_DAYS = [30, 14, 7, 1] as const;
const AXIS_DAYS = 32;
const BEND_DAYS = 3;

/** Returns the place of a day on the line, in percent. The last days get more room. */
const placeOf = (days: number): number =>
  Math.round(1000 * (100 - (100 * Math.log(1 + days / BEND_DAYS)) / Math.log(1 + AXIS_DAYS / BEND_DAYS))) / 1000;

const places = ALL_DAYS.map((days) => ({ days, at: placeOf(days) }));

/** The days before expiry on which a plan sends alerts, on a line that ends with the certificate. */
export function AlertDays({ days }: { readonly days: readonly number[] }) {
  return (
    <div>
      <Note small>Alerts, days before</Note>
      <div className={css.line} role="img" aria-label={`${days.join(', ')} days before expiry`}>
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
