import { z } from '@hono/zod-openapi';
import { DomainError } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { cursorParameter, limitParameter, nextCursor } from './parameters.ts';

/** `limit` and `cursor` of a list; `rows` names what a page has, in the plural. */
export const pageParameters = (rows: string) => ({
  limit: limitParameter(`${rows} a page, ${LIST_LIMIT_DEFAULT} by default.`),
  cursor: cursorParameter(),
});

/** What a page of a bounded list answers beside its rows. */
export const pageShape = { next_cursor: nextCursor(), total: z.int().openapi({ description: 'On all pages together.', example: 1 }) };

interface Asked {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Page<Row> {
  readonly rows: Row[];
  readonly next_cursor: string | null;
  readonly total: number;
}

/** `limit` and `cursor` of a list that was answered whole before it had pages: without either, it still is. */
export const laterPageParameters = (rows: string) => ({
  limit: limitParameter(`${rows} a page. Without \`limit\` and \`cursor\` all are answered; with \`cursor\` alone ${LIST_LIMIT_DEFAULT}.`),
  cursor: cursorParameter(),
});

/** The page that was asked for, or the whole list. Throws as `pageOf` does. */
export const wholeOrPageOf = <Row>(list: readonly Row[], asked: Asked, idOf: (row: Row) => string): Page<Row> =>
  asked.limit === undefined && asked.cursor === undefined
    ? { rows: [...list], next_cursor: null, total: list.length }
    : pageOf(list, asked, idOf);

const encode = (index: number, id: string): string => Buffer.from(`${index} ${id}`).toString('base64url');

const decode = (cursor: string): { readonly index: number; readonly id: string } => {
  const [, index, id] = /^(\d{1,6}) (.+)$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (index !== undefined && id !== undefined) return { index: Number(index), id };
  throw new DomainError('invalid_input', {
    details: [{ path: 'cursor', message: 'is not a cursor of this list; start again from the first page' }],
  });
};

/**
 * One page of a bounded list that was read whole. The cursor names the last row of the page before; if that row is gone, the
 * page starts where the row was. Throws `invalid_input` for what is not a cursor.
 */
export const pageOf = <Row>(list: readonly Row[], { limit = LIST_LIMIT_DEFAULT, cursor }: Asked, idOf: (row: Row) => string): Page<Row> => {
  const place = cursor === undefined ? null : decode(cursor);
  const found = place === null ? -1 : list.findIndex((row) => idOf(row) === place.id);
  const from = found === -1 ? (place?.index ?? 0) : found + 1;
  const rows = list.slice(from, from + limit);
  const last = from + limit < list.length ? rows.at(-1) : undefined;
  return { rows, next_cursor: last === undefined ? null : encode(from + rows.length - 1, idOf(last)), total: list.length };
};
