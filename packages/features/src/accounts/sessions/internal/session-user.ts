import type { PersonActor, SessionUser } from '@notafter/domain';
import { avatarHashOf } from '../../avatar-hash.ts';

/** The person as their own browser sees them. */
export const sessionUserOf = (person: Pick<PersonActor, 'userId' | 'email' | 'firstName' | 'lastName' | 'role'>): SessionUser => ({
  id: person.userId,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  role: person.role,
  avatarHash: avatarHashOf(person.email),
});
