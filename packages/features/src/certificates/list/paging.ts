import type { Id } from '@notafter/domain';
import { decodeCursor, encodeCursor, type KeyKind, type PageCursor } from './internal/cursor.ts';

/** A row's id and sort key. */
export interface Keyed<Kind extends string> {
  readonly id: Id<Kind>;
  readonly key: string;
}

export interface PageQuery {
  /** Identifies the list, its order and its filter; a cursor is valid only for this scope. */
  readonly scope: readonly string[];
  readonly keyKind: KeyKind;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly page: 'first' | 'last';
}

/** The rows to read: `take` rows after a row, in the list's order or backwards. */
export interface Stretch<Kind extends string> {
  readonly after: Keyed<Kind> | null;
  readonly backwards: boolean;
  readonly take: number;
}

interface Counted<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly totalCapped: boolean;
}

export interface Page<Row> extends Counted<Row> {
  /** 0-based position of the first row; null on the way back from the end of a list whose rows were not all counted. */
  readonly position: number | null;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

interface Placed<Row> extends Counted<Row> {
  readonly position: number | null;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/**
 * Returns a first, last, next or previous page. Reads one row more than shown to learn whether there is a neighbor; the last page
 * holds the remainder after full pages. Throws `invalid_input` for a cursor of another scope.
 */
export const readPage = async <Kind extends string, Row extends Keyed<Kind>>(
  query: PageQuery,
  read: (stretch: Stretch<Kind>) => Promise<Counted<Row>>,
): Promise<Page<Row>> => {
  const cursor = query.cursor === undefined ? null : decodeCursor<Kind>(query.scope, query.keyKind, query.cursor);
  const placed = await placePage(query, cursor, read);
  const [first, last] = [placed.rows.at(0), placed.rows.at(-1)];
  const { rows, total, totalCapped, position } = placed;
  const cursorAt = (row: Row, direction: PageCursor<Kind>['direction'], offset: number): string =>
    encodeCursor(query.scope, query.keyKind, {
      direction,
      key: row.key,
      id: row.id,
      position: position === null ? null : position + offset,
    });
  return {
    rows,
    total,
    totalCapped,
    position,
    nextCursor: placed.hasNext && last !== undefined ? cursorAt(last, 'next', rows.length - 1) : null,
    previousCursor: placed.hasPrevious && first !== undefined ? cursorAt(first, 'previous', 0) : null,
  };
};

const placePage = async <Kind extends string, Row extends Keyed<Kind>>(
  query: PageQuery,
  cursor: PageCursor<Kind> | null,
  read: (stretch: Stretch<Kind>) => Promise<Counted<Row>>,
): Promise<Placed<Row>> => {
  const { limit } = query;
  const take = limit + 1;
  if (cursor?.direction === 'previous') {
    const found = await read({ after: cursor, backwards: true, take });
    // Rows before this one may have been deleted since: the first page is then full again.
    if (found.rows.length < limit) return placePage({ ...query, page: 'first' }, null, read);
    const rows = found.rows.slice(0, limit).toReversed();
    const hasPrevious = found.rows.length > limit;
    const counted = cursor.position === null ? null : Math.max(cursor.position - limit, 0);
    return { ...found, rows, position: hasPrevious ? counted : 0, hasNext: true, hasPrevious };
  }
  if (cursor === null && query.page === 'last') {
    const found = await read({ after: null, backwards: true, take });
    const size = found.totalCapped ? limit : found.total % limit || limit;
    const rows = found.rows.slice(0, size).toReversed();
    const position = found.totalCapped ? null : Math.max(found.total - rows.length, 0);
    return { ...found, rows, position, hasNext: false, hasPrevious: found.rows.length > size };
  }
  const found = await read({ after: cursor, backwards: false, take });
  const position = cursor === null ? 0 : cursor.position === null ? null : cursor.position + 1;
  return {
    ...found,
    rows: found.rows.slice(0, limit),
    position,
    hasNext: found.rows.length > limit,
    hasPrevious: cursor !== null,
  };
};
