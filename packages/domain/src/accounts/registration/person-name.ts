import { NAME_MAX_LENGTH } from '../limits.ts';

interface GivenNames {
  readonly first?: string | null;
  readonly last?: string | null;
  /** Used where the parts are missing. */
  readonly full?: string | null;
  /** Normalized. */
  readonly email: string;
}

const line = (text: string | null | undefined): string =>
  [...(text ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()].slice(0, NAME_MAX_LENGTH).join('').slice(0, NAME_MAX_LENGTH).trim();

/**
 * First and last name from what an identity provider says, as our own form would take them. Without any name the left part
 * of the address stands for the first one. The last one may be empty: not everybody has two.
 */
export const personNameOf = ({ first, last, full, email }: GivenNames): { readonly firstName: string; readonly lastName: string } => {
  const [firstName, lastName] = [line(first), line(last)];
  if (firstName !== '') return { firstName, lastName };
  const [head = '', ...rest] = line(full).split(' ');
  return head === ''
    ? { firstName: line(email.slice(0, email.lastIndexOf('@'))), lastName }
    : { firstName: head, lastName: rest.join(' ') };
};
