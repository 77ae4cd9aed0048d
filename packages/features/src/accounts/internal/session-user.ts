import { createHash } from 'node:crypto';
import type { PersonActor, SessionUser } from '@notafter/domain';

/** The person as their own browser may see them. */
export const sessionUserOf = (person: Pick<PersonActor, 'userId' | 'email' | 'firstName' | 'lastName' | 'role'>): SessionUser => ({
  id: person.userId,
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  role: person.role,
  avatarHash: createHash('sha256').update(person.email).digest('hex'),
});
