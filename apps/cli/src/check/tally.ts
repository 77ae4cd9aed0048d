import { countText } from '@notafter/domain';
import type { Level } from './level.ts';

export interface Tally {
  readonly total: number;
  count(level: Level): void;
  /** Problems so far, for the progress bar; empty if none. */
  note(): string;
  /** `1,000 checked: 990 valid, 4 warning, 6 expired`. */
  summary(): string;
}

const order: readonly Level[] = ['valid', 'warning', 'critical', 'policy', 'expired', 'invalid', 'unreachable'];

export const createTally = (): Tally => {
  const counts = new Map<Level, number>();
  let total = 0;
  const parts = (levels: readonly Level[]): string =>
    levels.flatMap((level) => (counts.has(level) ? [`${countText(counts.get(level) ?? 0)} ${level}`] : [])).join(', ');
  return {
    get total() {
      return total;
    },
    count(level) {
      total += 1;
      counts.set(level, (counts.get(level) ?? 0) + 1);
    },
    note: () => parts(order.slice(1)),
    summary: () => `${countText(total)} checked: ${parts(order)}`,
  };
};
