import { DomainError, type Id } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { z } from 'zod';

/** The refusal of a cursor that is garbled, or that belongs to another list, order or filter. */
export const notACursor = (): DomainError =>
  new DomainError('invalid_input', {
    details: [{ path: 'cursor', message: 'is not a cursor of this list; start again from the first page' }],
  });

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Writes and reads the cursors of one list. Anyone can forge one, and its parts go into a query: `schema` accepts only what
 * the query can take. `decode` throws `invalid_input` for anything else.
 */
export const cursorCodec = <Position>(schema: z.ZodType<Position>) => ({
  encode: (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url'),
  decode: (cursor: string): Position => {
    const parsed = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (!parsed.success) throw notACursor();
    return parsed.data;
  },
});

/** Where a page ends in a list that is sorted by instant and id. */
export interface ListCursor<Kind extends string> {
  readonly at: Date;
  readonly id: Id<Kind>;
}

/** The year 5138, which PostgreSQL can compare with. */
const INSTANT_MAX_MS = 99_999_999_999_999;
const instantAndId = <Kind extends string>() => cursorCodec(z.tuple([z.int().min(0).max(INSTANT_MAX_MS), idInput<Kind>()]));

export const encodeCursor = <Kind extends string>({ at, id }: ListCursor<Kind>): string => instantAndId<Kind>().encode([at.getTime(), id]);

/** Throws `invalid_input` for anything else. */
export const decodeCursor = <Kind extends string>(cursor: string): ListCursor<Kind> => {
  const [at, id] = instantAndId<Kind>().decode(cursor);
  return { at: new Date(at), id };
};
