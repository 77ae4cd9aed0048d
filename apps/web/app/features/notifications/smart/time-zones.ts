/** Every zone the browser knows, and the one in use, which another browser may have known. */
export const timeZones = (present: string): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), present])].sort();
