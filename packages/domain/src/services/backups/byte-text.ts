const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1000;

/** Returns a number of bytes for people: `24.1 MB`. */
export const formatBytes = (bytes: number): string => {
  let value = bytes / STEP;
  let unit: string = UNITS[0];
  for (const next of UNITS.slice(1)) {
    if (value < STEP) break;
    value /= STEP;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
};
