import { z } from '@hono/zod-openapi';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { cursorCodec } from '@notafter/features';
import { nextCursor } from './parameters.ts';

/** Fields of a page in addition to its rows. */
export const pageShape = { next_cursor: nextCursor(), total: z.int().openapi({ description: 'On all pages together.', example: 1 }) };

interface Asked {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly total: number;
}

/** The page that was asked for, or the whole list. Throws as `pageOf` does. */
export const wholeOrPageOf = <Row>(list: readonly Row[], asked: Asked, idOf: (row: Row) => string): Page<Row> =>
  asked.limit === undefined && asked.cursor === undefined
    ? { rows: list, nextCursor: null, total: list.length }
    : pageOf(list, asked, idOf);

/** The index and the id of a page's last row. */
const codec = cursorCodec(z.tuple([z.int().min(0).max(999_999), z.string()]));

/**
 * One page of a bounded list that was read whole. The cursor names the last row of the page before; if that row is gone, the
 * page starts where the row was. Throws `invalid_input` for what is not a cursor.
 */
export const pageOf = <Row>(list: readonly Row[], { limit = LIST_LIMIT_DEFAULT, cursor }: Asked, idOf: (row: Row) => string): Page<Row> => {
  const [index, id] = cursor === undefined ? [0, null] : codec.decode(cursor);
  const found = id === null ? -1 : list.findIndex((row) => idOf(row) === id);
  const from = found === -1 ? index : found + 1;
  const rows = list.slice(from, from + limit);
  const last = from + limit < list.length ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : codec.encode([from + rows.length - 1, idOf(last)]), total: list.length };
};
