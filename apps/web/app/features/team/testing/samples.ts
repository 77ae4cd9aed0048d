import { brandId, type Id } from '@notafter/domain';
import { NOW } from '../../../testing/now.ts';
import type { Invitation, Member, UserList } from '../types.ts';

const idAt = <Kind extends string>(digit: string): Id<Kind> => brandId(`0198b5a0-0000-7000-8000-00000000000${digit}`);

export const sampleMember = (digit: string, given: Partial<Member> = {}): Member => ({
  id: idAt(digit),
  email: `person-${digit}@harborline.example`,
  firstName: 'Maren',
  lastName: 'Voss',
  role: 'viewer',
  createdAt: NOW,
  orgId: idAt('f'),
  avatarHash: digit.repeat(64),
  ...given,
});

export const sampleInvitation = (digit: string, given: Partial<Invitation> = {}): Invitation => ({
  id: idAt(digit),
  email: `invited-${digit}@harborline.example`,
  firstName: 'Elif',
  lastName: 'Kaya',
  role: 'viewer',
  createdAt: NOW,
  expiresAt: new Date('2026-11-27T09:36:00Z'),
  state: 'pending',
  ...given,
});

export const sampleUsers = (users: readonly Member[], given: Partial<UserList> = {}): UserList => ({
  users,
  nextCursor: null,
  total: given.seats?.members ?? users.length,
  seats: { members: users.length, invited: 0, limit: 5 },
  ...given,
});
