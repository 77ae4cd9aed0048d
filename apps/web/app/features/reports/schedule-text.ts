import type { ReportSettings } from './types.ts';

/** `08:00` */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const frequencyTexts = {
  weekly: 'Weekly, on Monday',
  monthly: 'Monthly, on the 1st',
} as const satisfies Record<ReportSettings['frequency'], string>;

/** `Weekly, on Monday at 08:00 (Europe/Berlin)` */
export const scheduleText = ({ enabled, frequency, hour, timeZone }: ReportSettings): string =>
  enabled ? `${frequencyTexts[frequency]} at ${hourText(hour)} (${timeZone})` : 'Off';
