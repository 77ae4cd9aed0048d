import { dateText } from '@notafter/domain';
import css from './day-ruler.module.css';
import { lifeSentence, rulerShape } from './ruler-scale.ts';
import type { Life } from './scale.ts';
import type { LifeTone } from './tone.ts';

interface DayRulerProps {
  readonly life: Life;
  readonly tone: LifeTone;
}

/** Near an edge a label is aligned to it instead of centred on its place. */
const edgeOf = (at: number): 'start' | 'middle' | 'end' => (at < 4 ? 'start' : at > 96 ? 'end' : 'middle');

/** The largest form, alone above its facts: a tick for each day (or two, five, ten, thirty), the remaining ones taller. */
export function DayRuler({ life, tone }: DayRulerProps) {
  const { ticks, hand, overrun, labels } = rulerShape(life);
  return (
    <div className={css.ruler} data-tone={tone} role="img" aria-label={lifeSentence(life)}>
      <div className={css.ticks}>
        {ticks.map(({ at, kind, left }) => (
          <i key={`${kind}${at}`} data-kind={kind} data-left={left} style={{ left: `${at}%` }} />
        ))}
        {overrun > 0 ? <span className={css.overrun} style={{ width: `max(9px, ${overrun}%)` }} /> : null}
      </div>
      <span className={css.hand} style={{ left: `${hand}%` }} />
      <span className={css.now} data-edge={edgeOf(hand)} style={{ left: `${hand}%` }}>
        now
      </span>
      {labels.map(({ days, at }) => (
        <span key={days} className={css.threshold} data-edge={edgeOf(at)} style={{ left: `${at}%` }}>
          {days} d
        </span>
      ))}
      <span className={css.dates}>
        <span>Issued {dateText(life.notBefore)}</span>
        <span>notAfter {dateText(life.notAfter)}</span>
      </span>
    </div>
  );
}
