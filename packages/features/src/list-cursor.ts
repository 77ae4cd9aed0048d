import { brandId, DomainError, type Id, isUuid } from '@notafter/domain';

/** The end of a page in a list that is sorted by instant and id. */
export interface ListCursor<Kind extends string> {
  readonly at: Date;
  readonly id: Id<Kind>;
}

/** Opaque to clients. */
export const encodeCursor = <Kind extends string>({ at, id }: ListCursor<Kind>): string =>
  Buffer.from(`${at.getTime()}.${id}`).toString('base64url');

/** Throws `invalid_input` for anything else. */
export const decodeCursor = <Kind extends string>(cursor: string): ListCursor<Kind> => {
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  if (/^\d{1,14}$/.test(at) && isUuid(id)) return { at: new Date(Number(at)), id: brandId(id) };
  throw new DomainError('invalid_input', {
    details: [{ path: 'cursor', message: 'is not a cursor of this list; start again from the first page' }],
  });
};
