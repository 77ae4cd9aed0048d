import { createHash } from 'node:crypto';
import { brandId, hasControlCharacters, type Id } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { z } from 'zod';
import { cursorCodec, notACursor } from '../../../list-cursor.ts';

/** The start of a page, relative to its neighbor: the neighbor's outermost row and that row's position in the order. */
export interface PageCursor<Kind extends string> {
  readonly direction: 'next' | 'previous';
  readonly key: string;
  readonly id: Id<Kind>;
  /** 0-based position of that row; null if it was not counted. */
  readonly position: number | null;
}

const instantKey = /^(?:infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)$/;
/** JavaScript accepts days that no calendar has, and the year 0; PostgreSQL does not. */
const isDay = (key: string): boolean => {
  const day = new Date(`${key.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(key.slice(0, 10)) && !key.startsWith('0000');
};
const isInstantKey = (key: string): boolean =>
  instantKey.test(key) && (key === 'infinity' || (isDay(key) && !Number.isNaN(Date.parse(key))));

/** The type of a cursor's key, validated because it goes into a query and a cursor can be forged. */
export type KeyKind = 'instant' | 'text';

const codecFor = (isKey: (key: string) => boolean) =>
  cursorCodec(
    z.strictObject({
      s: z.string(),
      d: z.enum(['next', 'previous']),
      k: z.string().refine(isKey),
      i: idInput<string>(),
      p: z.int().min(0).nullable(),
    }),
  );

const codecs = {
  instant: codecFor(isInstantKey),
  text: codecFor((key) => !hasControlCharacters(key)),
} as const satisfies Record<KeyKind, unknown>;

/** Binds a cursor to its list, order and filter: in another one its position means nothing. */
const seal = (scope: readonly string[]): string => createHash('sha256').update(JSON.stringify(scope)).digest('base64url').slice(0, 10);

export const encodeCursor = <Kind extends string>(scope: readonly string[], keyKind: KeyKind, cursor: PageCursor<Kind>): string =>
  codecs[keyKind].encode({ s: seal(scope), d: cursor.direction, k: cursor.key, i: cursor.id, p: cursor.position });

/** Throws `invalid_input` for a cursor that is garbled, or that belongs to another list, order or filter. */
export const decodeCursor = <Kind extends string>(scope: readonly string[], keyKind: KeyKind, text: string): PageCursor<Kind> => {
  const { s: sealed, d: direction, k: key, i: id, p: position } = codecs[keyKind].decode(text);
  if (sealed !== seal(scope)) throw notACursor();
  return { direction, key, id: brandId<Kind>(id), position };
};
