import { Group } from '@mantine/core';
import { AbsoluteTime } from '../time/absolute-time.tsx';
import css from './lifeline.module.css';
import { type Life, lifelineShape } from './scale.ts';
import type { LifeTone } from './tone.ts';

interface LifelineProps {
  readonly life: Life;
  readonly tone: LifeTone;
  /** A full sentence if the line is alone; absent if days and date are next to it as text. */
  readonly label?: string;
  /** Writes both ends below the line. */
  readonly dates?: boolean;
}

/** One life on its own axis, from issue to the end: chain, dialogs, cards, keys. */
export function Lifeline({ dates = false, ...line }: LifelineProps) {
  if (!dates) return <Line {...line} />;
  return (
    <div>
      <Line {...line} />
      <Group justify="space-between" mt={2} fz="xxs" lh="xxs" c="dimmed">
        <AbsoluteTime value={line.life.notBefore} />
        <AbsoluteTime value={line.life.notAfter} />
      </Group>
    </div>
  );
}

function Line({ life, tone, label }: Omit<LifelineProps, 'dates'>) {
  const { hand, overrun, ticks } = lifelineShape(life);
  const overrunWidth = `max(9px, ${overrun}%)`;
  return (
    <span className={css.line} data-tone={tone} {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}>
      {overrun > 0 ? (
        <>
          <span className={css.spent} style={{ right: overrunWidth }} />
          <span className={css.overrun} style={{ width: overrunWidth }} />
        </>
      ) : (
        <>
          <span className={css.spent} style={{ right: `${100 - hand}%` }} />
          <span className={css.left} style={{ left: `${hand}%` }} />
          {ticks.map(({ days, at }) => (
            <i key={days} className={css.tick} style={{ left: `${at}%` }} />
          ))}
          <span className={css.end} />
        </>
      )}
      <span className={css.hand} style={{ left: `${hand}%` }} />
    </span>
  );
}
