import { DomainError } from '../../errors/domain-error.ts';
import type { ProbeTarget } from '../checks/observation.ts';
import { cleanTags } from '../tags.ts';
import { formatTarget, readParts, type TypedParts, targetWith } from '../target.ts';

/**
 * Result of a line. `waiting` until its endpoint was checked; `unreachable` lines are stored, as certificates never reached;
 * `duplicate`, `invalid` and `limit` lines store nothing, and neither do `skipped` ones, whose import ended before them.
 */
export const importResults = ['waiting', 'added', 'duplicate', 'invalid', 'unreachable', 'limit', 'skipped'] as const;
export type ImportResult = (typeof importResults)[number];

export const IMPORT_LINES_MAX = 50_000;
/** Up to this many are processed while the person waits: all are probed at once. */
export const IMPORT_AT_ONCE_MAX = 20;
const IMPORT_MAX_MEGABYTES = 32;
/** That many lines of an export, about 400 bytes each, with room for tags. */
export const IMPORT_MAX_BYTES = IMPORT_MAX_MEGABYTES * 1024 * 1024;
export const IMPORT_TOO_LARGE = `The request body is larger than ${IMPORT_MAX_MEGABYTES} MB.`;
const SHOWN_MAX_LENGTH = 300;

/** A line as read, before validation. */
export interface ImportRow {
  /** Line of the file, from 1; for a JSON array the index of the element. */
  readonly line: number;
  readonly domain: string;
  /** Beside the domain. */
  readonly parts: TypedParts;
  /** The name of an environment; null: none. */
  readonly environment: string | null;
  /** The name of a set of trust anchors, or `public`; null: none is chosen. */
  readonly anchors: string | null;
  readonly tags: Readonly<Record<string, string>>;
  /** Why the line could not be read. */
  readonly problem: string | null;
}

interface ReadyLine {
  readonly kind: 'ready';
  readonly target: ProbeTarget;
  readonly tags: Readonly<Record<string, string>>;
  readonly environment: string | null;
  readonly anchors: string | null;
}

interface InvalidLine {
  readonly kind: 'invalid';
  readonly message: string;
}

/** Returns the text of an expected refusal, with the detail if it has one. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof DomainError)) throw error;
  return error.code === 'invalid_input' ? (error.details[0]?.message ?? error.message) : error.message;
};

/** Whether a line can be imported, by the same rules and with the same texts as adding one by hand. */
export const judgeImportRow = ({ domain, parts, environment, anchors, tags, problem }: ImportRow): ReadyLine | InvalidLine => {
  if (problem !== null) return { kind: 'invalid', message: problem };
  try {
    return { kind: 'ready', target: targetWith(domain, readParts(parts)), tags: cleanTags(tags), environment, anchors };
  } catch (error) {
    return { kind: 'invalid', message: messageOf(error) };
  }
};

/** The name of a line in a report: the domain as it is monitored, else the start of the text. */
export const shownDomain = (judged: ReadyLine | InvalidLine, { domain }: Pick<ImportRow, 'domain'>): string =>
  judged.kind === 'ready'
    ? formatTarget(judged.target)
    : domain
        .replace(/\p{Cc}+/gu, ' ')
        .toWellFormed()
        .trim()
        .slice(0, SHOWN_MAX_LENGTH);
