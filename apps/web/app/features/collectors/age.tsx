import { dateTimeText, relativeText } from '@notafter/domain';
import { useNow } from '../../ui/time/now.tsx';

/** How old a report is, which says at a glance whether its rows are current; the time itself shows while the pointer rests on it. */
export function Age({ at }: { readonly at: Date | null }) {
  const now = useNow();
  if (at === null) return 'Never';
  return (
    <time dateTime={at.toISOString()} title={dateTimeText(at)}>
      {relativeText(at, now)}
    </time>
  );
}
