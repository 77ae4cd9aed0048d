const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One row in the text format of COPY. Lists are written as array literals by the caller. */
export const copyLine = (values: readonly (string | number | Date | null)[]): string => `${values.map(copyValue).join('\t')}\n`;

const copyValue = (value: string | number | Date | null): string => {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  return String(value).replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
};
