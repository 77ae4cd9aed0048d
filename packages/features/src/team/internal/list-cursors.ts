import { brandId, DomainError, hasControlCharacters, type Id, type InvitationId, isUuid, type UserId } from '@notafter/domain';
import { z } from 'zod';

const pack = (parts: readonly string[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Cursors are opaque to clients, who can send anything: parts are validated before they go into a query. */
const unpack = (cursor: string, length: number): readonly string[] => {
  const schema = z
    .array(z.string().refine((part) => !hasControlCharacters(part) && part.isWellFormed()))
    .length(length)
    .refine((parts) => isUuid(parts.at(-1) ?? ''));
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new DomainError('invalid_input', {
      details: [{ path: 'cursor', message: 'is not a cursor of this list; start again from the first page' }],
    });
  }
};

/** The last member of a page in the order by name. */
export interface MemberPlace {
  readonly firstName: string;
  readonly lastName: string;
  readonly id: UserId;
}

export const encodeMemberCursor = ({ firstName, lastName, id }: MemberPlace): string => pack([firstName, lastName, id]);

/** Throws `invalid_input` for anything else. */
export const decodeMemberCursor = (cursor: string): MemberPlace => {
  const [firstName = '', lastName = '', id = ''] = unpack(cursor, 3);
  return { firstName, lastName, id: brandId(id) };
};

/** Invitations are sorted by id, which is the order of their creation. */
export const encodeInvitationCursor = (id: Id<'invitation'>): string => pack([id]);

/** Throws `invalid_input` for anything else. */
export const decodeInvitationCursor = (cursor: string): InvitationId => brandId(unpack(cursor, 1)[0] ?? '');
