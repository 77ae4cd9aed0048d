import { dateText, dateTimeText, relativeText } from '@notafter/domain';
import { useState } from 'react';
import { useNow } from './now.tsx';

interface AbsoluteTimeProps {
  readonly value: Date;
  /** `date` alone, or with the time of day. */
  readonly form?: 'date' | 'datetime';
}

/** An absolute date in UTC; how far away it is shows while the pointer rests on it. */
export function AbsoluteTime({ value, form = 'date' }: AbsoluteTimeProps) {
  const now = useNow();
  // Written only when asked for: a relative text in the page would differ between server and browser.
  const [title, setTitle] = useState<string>();
  return (
    <time
      dateTime={value.toISOString()}
      title={title}
      onPointerEnter={() => setTitle(`${dateTimeText(value)}, ${relativeText(value, now)}`)}
    >
      {form === 'date' ? dateText(value) : dateTimeText(value)}
    </time>
  );
}
