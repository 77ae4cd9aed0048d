import Papa from 'papaparse';

/** Cells that a spreadsheet would run as a formula, and those already marked as text (OWASP, CSV injection). */
const looksLikeFormula = /^'*[=+\-@\t\r]/;

/** Returns cells as lines of RFC 4180. A cell that starts like a formula gets an apostrophe, which `readCsv` removes. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse({ fields: [], data: rows.map((row) => [...row]) }, { header: false, escapeFormulae: looksLikeFormula })}\r\n`;

export interface CsvRecord {
  /** The line of the file where the record starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const delimiters = [',', ';', '\t'] as const;

/** Returns the most frequent separator of the first line; a comma if it has none. */
const delimiterOf = (firstLine: string): string =>
  delimiters.reduce((best, candidate) => (firstLine.split(candidate).length > firstLine.split(best).length ? candidate : best));

const withoutMark = (cell: string): string => (cell.startsWith("'") && looksLikeFormula.test(cell) ? cell.slice(1) : cell);

/** Returns every record of a CSV text, blank ones included, or null if a quotation mark is not closed. */
export const readCsv = (text: string, firstLine: string): CsvRecord[] | null => {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(firstLine), skipEmptyLines: false });
  if (errors.some(({ type }) => type === 'Quotes')) return null;
  let line = 1;
  return data.map((cells) => {
    const record = { line, cells: cells.map((cell) => withoutMark(cell).trim()) };
    line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    return record;
  });
};
