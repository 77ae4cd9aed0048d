import { type Executor, organizations, users } from '@notafter/db';
import { DomainError, isPatterned, namesOwner, type PasswordOwner, spellingsOf, type UserId } from '@notafter/domain';
import { eq } from 'drizzle-orm';

let commonPasswords: Promise<ReadonlySet<string>> | null = null;

/** 49,000 passwords that attackers try first; about 20 MB in memory, so loaded when the first password is checked. */
const loadCommonPasswords = (): Promise<ReadonlySet<string>> => {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return commonPasswords;
};

/** The list leaves out what its own library finds by pattern, so patterns and the owner's words are checked separately. */
const isCommon = async (password: string, owner: PasswordOwner): Promise<boolean> => {
  if (isPatterned(password) || namesOwner(password, owner)) return true;
  const listed = await loadCommonPasswords();
  return spellingsOf(password).some((spelling) => listed.has(spelling));
};

/** Throws `password_too_short`, naming the current minimum, or `password_too_common`. */
export const checkPassword = async (password: string, minLength: number, owner: PasswordOwner): Promise<void> => {
  if ([...password].length < minLength) {
    const message = `Password must be at least ${minLength} characters long.`;
    throw new DomainError('password_too_short', { message, details: [{ path: 'password', message }] });
  }
  if (await isCommon(password, owner)) throw new DomainError('password_too_common');
};

/** Returns the words that this person's password may not consist of. */
export const getPasswordOwner = async ({ db }: { readonly db: Executor }, userId: UserId): Promise<PasswordOwner> => {
  const [owner] = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName, organizationName: organizations.name })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.orgId))
    .where(eq(users.id, userId));
  if (owner === undefined) throw new DomainError('unauthenticated');
  return owner;
};
