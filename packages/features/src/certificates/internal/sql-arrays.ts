/** Returns an array literal of values that need no quoting: ids, numbers, booleans. Drizzle would expand a list into as many parameters. */
export const plainArray = (values: readonly (string | number | boolean)[]): string => `{${values.join(',')}}`;

export const instantArray = (values: readonly (Date | null)[]): string =>
  `{${values.map((value) => value?.toISOString() ?? 'null').join(',')}}`;
