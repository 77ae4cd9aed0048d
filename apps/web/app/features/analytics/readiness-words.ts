import { plural, type ReadinessState, type RenewalWay } from '@notafter/domain';
import type { MarkTone } from '../../ui/status/status-mark.tsx';

export const wayWords: Readonly<Record<RenewalWay, string>> = { acme: 'ACME', by_hand: 'By hand', internal: 'Internal CA' };

export const stateWords: Readonly<Record<ReadinessState, string>> = {
  misses: 'Missed',
  check: 'To check',
  more_work: 'More work',
  ready: 'Ready',
  unaffected: 'Not affected',
};

export const stateTones: Readonly<Record<ReadinessState, MarkTone>> = {
  misses: 'expired',
  check: 'warning',
  more_work: 'warning',
  ready: 'valid',
  unaffected: 'info',
};

/** `every 182 days`; below ten days with a decimal. */
export const everyText = (days: number): string => `every ${plural(days < 10 ? Math.round(days * 10) / 10 : Math.round(days), 'day')}`;
