import {
  certificateSources,
  countText,
  DomainError,
  IMPORT_LINES_MAX,
  type ImportRow,
  parseTagList,
  type TypedParts,
  targetPartNames,
} from '@notafter/domain';
import type { ImportFormat } from '@notafter/domain/inputs';
import { z } from 'zod';
import { type CsvRecord, readCsv } from '../../../csv-cells.ts';
import { exportedColumns } from '../../list/internal/export-columns.ts';

const refuse = (message: string): never => {
  throw new DomainError('import_invalid', { message, details: [{ path: 'text', message }] });
};

const KIND_HELP = 'Only endpoints can be imported. Upload this certificate, or enter its date, on Add Certificate.';
const TAGS_HELP = 'Write tags as name=value, several separated by semicolons.';

/** Which column holds what; any other named one is a tag of that name, unless an export wrote it for people to read. */
interface Columns {
  readonly domain: number;
  readonly parts: readonly { readonly at: number; readonly name: (typeof targetPartNames)[number] }[];
  readonly environment: number | undefined;
  readonly anchors: number | undefined;
  readonly tagList: number | undefined;
  readonly kind: number | undefined;
  readonly tags: readonly { readonly at: number; readonly name: string }[];
}

const positions: Columns = { domain: 0, parts: [], environment: 1, anchors: undefined, tagList: 2, kind: undefined, tags: [] };

const columnsOf = (header: readonly string[]): Columns | null => {
  const names = header.map((name) => name.toLowerCase());
  const find = (...wanted: string[]): number | undefined => {
    const at = names.findIndex((name) => wanted.includes(name));
    return at === -1 ? undefined : at;
  };
  const domain = find('domain', 'host');
  if (domain === undefined) return null;
  const [environment, anchors] = [find('environment', 'environment_name'), find('trust_anchors')];
  const [tagList, kind] = [find('tags'), find('kind')];
  const parts = targetPartNames.flatMap((name) => {
    const at = find(name);
    return at === undefined ? [] : { at, name };
  });
  const known = new Set([domain, environment, anchors, tagList, kind, ...parts.map(({ at }) => at)]);
  const tags = header.flatMap((name, at) => (known.has(at) || name === '' || exportedColumns.has(name.toLowerCase()) ? [] : { at, name }));
  return { domain, parts, environment, anchors, tagList, kind, tags };
};

/** As an export writes uploads and dates. */
const isExportedOther = (kind: string): boolean => certificateSources.some((source) => source === kind && source !== 'endpoint');

const rowOf = ({ line, cells }: CsvRecord, columns: Columns): ImportRow => {
  const cell = (at: number | undefined): string => (at === undefined ? '' : (cells[at] ?? ''));
  const listed = parseTagList(cell(columns.tagList));
  // A map, as a column may be called __proto__.
  const tags = new Map(Object.entries(listed ?? {}));
  for (const { at, name } of columns.tags) if (cell(at) !== '') tags.set(name, cell(at));
  return {
    line,
    domain: cell(columns.domain),
    parts: Object.fromEntries(columns.parts.map(({ at, name }) => [name, cell(at)])),
    environment: cell(columns.environment) || null,
    anchors: cell(columns.anchors) || null,
    tags: Object.fromEntries(tags),
    problem: isExportedOther(cell(columns.kind)) ? KIND_HELP : listed === null ? TAGS_HELP : null,
  };
};

const isBlank = ({ cells }: CsvRecord): boolean => cells.every((cell) => cell === '');
const isRemark = ({ cells }: CsvRecord): boolean => cells[0]?.startsWith('#') === true;

/** Words only, or a name that exports use: a header, not an endpoint. */
const looksLikeHeader = ({ cells }: CsvRecord): boolean => {
  const [first = ''] = cells;
  const names = cells.filter((cell) => cell !== '').map((cell) => cell.toLowerCase());
  const isWord = (name: string): boolean => /^\p{L}[\p{L}\d _-]*$/u.test(name);
  return !/[.:]/.test(first) && (names.every(isWord) || names.some((name) => exportedColumns.has(name)));
};

const readTable = (text: string, firstLine: string): ImportRow[] => {
  const records = readCsv(text, firstLine) ?? refuse('A quotation mark in this file is never closed.');
  const [first, ...others] = records.filter((record) => !isBlank(record) && !isRemark(record));
  if (first === undefined) return [];
  const columns = columnsOf(first.cells);
  if (columns === null && looksLikeHeader(first))
    refuse(`Line ${first.line} names no column 'domain'. Name the column with the domains so.`);
  return (columns === null ? [first, ...others] : others).map((record) => rowOf(record, columns ?? positions));
};

const unfilled = { domain: '', parts: {}, environment: null, anchors: null, tags: {}, problem: null } as const;

const readLines = (text: string): ImportRow[] =>
  text.split(/\r\n|\r|\n/).flatMap((typed, index) => {
    const domain = typed.trim();
    return domain === '' || domain.startsWith('#') ? [] : { ...unfilled, line: index + 1, domain };
  });

const common = {
  domain: z.string(),
  environment: z.string().nullish(),
  environment_name: z.string().nullish(),
  trust_anchors: z.string().nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
};
const part = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''));
const element = z.union([
  z.string().transform((domain) => ({ domain })),
  // An export has the parts in its domain, and facts of the last check under their names.
  z.object({ ...common, id: z.string(), source: z.string().optional() }),
  z
    .object({ ...common, protocol: part, port: part, servername: part, address: part })
    .transform(({ protocol, port, servername, address, ...typed }) => ({ ...typed, parts: { protocol, port, servername, address } })),
]);
const elements = z.union([
  z.array(z.unknown()),
  z.object({ certificates: z.array(z.unknown()) }).transform(({ certificates }) => certificates),
]);

interface TypedElement {
  readonly domain: string;
  readonly environment?: string | null | undefined;
  readonly environment_name?: string | null | undefined;
  readonly trust_anchors?: string | null | undefined;
  readonly tags?: Readonly<Record<string, string>> | null | undefined;
  readonly parts?: TypedParts;
  readonly source?: string | undefined;
}

const rowOfElement = (value: unknown, index: number): ImportRow => {
  const parsed = element.safeParse(value);
  const line = index + 1;
  const blank: ImportRow = { ...unfilled, line };
  if (!parsed.success) return { ...blank, problem: 'Write a domain, or an object with domain, environment and tags, all of them texts.' };
  const typed: TypedElement = parsed.data;
  const { domain, environment = null, environment_name = null, trust_anchors = null, tags = null, parts = {} } = typed;
  return {
    ...blank,
    domain,
    parts,
    environment: environment?.trim() || environment_name?.trim() || null,
    anchors: trust_anchors?.trim() || null,
    tags: tags ?? {},
    problem: isExportedOther(typed.source ?? '') ? KIND_HELP : null,
  };
};

/** Returns the rows of a JSON text, or null if it is not JSON. */
const readJson = (text: string): ImportRow[] | null => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = elements.safeParse(value);
  return parsed.success ? parsed.data.map(rowOfElement) : null;
};

const readAs = (text: string, format: ImportFormat): ImportRow[] => {
  const firstLine = text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  switch (format) {
    case 'json':
      return readJson(text) ?? refuse('This is not a JSON array of domains.');
    case 'csv':
      return readTable(text, firstLine);
    case 'lines':
      return readLines(text);
    case 'auto': {
      // An IPv6 address begins with a bracket too, so JSON is what can be read as such.
      const rows = /^\s*[[{]/.test(text) ? readJson(text) : null;
      if (rows !== null) return rows;
      return /[,;\t"]/.test(firstLine) || columnsOf([firstLine.trim()]) !== null ? readTable(text, firstLine) : readLines(text);
    }
  }
};

/** Returns the lines of an import, not yet validated. Throws `import_invalid` for anything but a list of domains, and for an empty or too long one. */
export const readImport = (text: string, format: ImportFormat): ImportRow[] => {
  const rows = readAs(text.replace(/^\uFEFF/, ''), format);
  if (rows.length === 0) refuse('This list contains no domains.');
  if (rows.length > IMPORT_LINES_MAX) refuse(`A list has at most ${countText(IMPORT_LINES_MAX)} domains. Split it.`);
  return rows;
};
