import { dateText, daysLeft } from '@notafter/domain';
import { daysText } from '../time/format.ts';
import type { Life } from './scale.ts';

/** A drawn life in words, for screen readers: `Issued 2026-09-05, expires 2026-12-04, 14 days left`. */
export function lifeSentence({ notBefore, notAfter, now }: Life): string {
  const days = daysLeft(notAfter, now);
  const rest = days < 0 ? `${daysText(-days)} overdue` : `${daysText(days)} left`;
  return `Issued ${dateText(notBefore)}, ${days < 0 ? 'expired' : 'expires'} ${dateText(notAfter)}, ${rest}`;
}
