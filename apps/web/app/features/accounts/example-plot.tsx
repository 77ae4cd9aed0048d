import { addMs, DAY_MS, statusOf } from '@notafter/domain';
import { Horizon, HorizonAxis } from '../../ui/lifeline/horizon.tsx';
import { StatusMark } from '../../ui/status/status-mark.tsx';
import css from './example-plot.module.css';

/** A drawing, not data: any instant does, and a fixed one draws the same on the server and in the browser. */
const now = new Date('2026-01-01T00:00:00Z');

const example = (host: string, ageDays: number, daysLeft: number) => ({
  host,
  status: statusOf(addMs(now, daysLeft * DAY_MS), now),
  life: { notBefore: addMs(now, -ageDays * DAY_MS), notAfter: addMs(now, daysLeft * DAY_MS), now },
});

const rows = [
  example('legacy-portal.example', 200, -4),
  example('mail.example:465', 88, 3),
  example('api.example', 75, 16),
  example('shop.example', 62, 28.5),
  example('www.example', 26, 62),
  example('cdn.example', 9, 79),
  example('payments.example', 276, 121),
  example('vault.int.example', 700, 900),
];

const legend = [
  { tone: 'expired', text: 'Expired' },
  { tone: 'critical', text: '7 days or fewer' },
  { tone: 'warning', text: '30 days or fewer' },
  { tone: 'valid', text: 'More than 30 days' },
] as const;

/** What the product is, in one picture, beside the sign-in form. */
export function ExamplePlot() {
  return (
    <aside className={css.plot}>
      <div className={css.inner}>
        <h2 className={css.title}>Every certificate has a last day. See them all on one line.</h2>
        <p className={css.text}>Notafter checks each endpoint day and night, keeps its history and shows what ends next.</p>
        <div aria-hidden="true">
          <div className={css.axis}>
            <HorizonAxis />
          </div>
          {rows.map(({ host, status, life }) => (
            <div key={host} className={css.row}>
              <span className={css.host} data-status={status}>
                {host}
              </span>
              <Horizon life={life} tone={status} />
            </div>
          ))}
        </div>
        <ul className={css.legend}>
          {legend.map(({ tone, text }) => (
            <li key={tone}>
              <StatusMark tone={tone} />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
