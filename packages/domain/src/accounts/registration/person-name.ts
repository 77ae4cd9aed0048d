import { NAME_MAX_LENGTH } from '../limits.ts';

interface GivenNames {
  readonly first?: string | null;
  readonly last?: string | null;
  /** Used if the parts are missing. */
  readonly full?: string | null;
  /** Normalized. */
  readonly email: string;
}

const line = (text: string | null | undefined): string =>
  [...(text ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim()].slice(0, NAME_MAX_LENGTH).join('').slice(0, NAME_MAX_LENGTH).trim();

/**
 * Returns first and last name from an identity provider's data, as our form would accept them. Without any name, the local part
 * of the address is the first name. The last name may be empty: some people have one name.
 */
export const personNameOf = ({ first, last, full, email }: GivenNames): { readonly firstName: string; readonly lastName: string } => {
  const [firstName, lastName] = [line(first), line(last)];
  if (firstName !== '') return { firstName, lastName };
  const [head = '', ...rest] = line(full).split(' ');
  return head === ''
    ? { firstName: line(email.slice(0, email.lastIndexOf('@'))), lastName }
    : { firstName: head, lastName: rest.join(' ') };
};
