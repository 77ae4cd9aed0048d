/** Returns an array literal of ids: Drizzle would expand a list into as many parameters. */
export const idArray = (ids: readonly string[]): string => `{${ids.join(',')}}`;
