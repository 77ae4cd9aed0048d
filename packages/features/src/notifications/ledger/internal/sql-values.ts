/** An array literal of ids: Drizzle would spread a list over as many parameters. */
export const idArray = (ids: readonly string[]): string => `{${ids.join(',')}}`;
