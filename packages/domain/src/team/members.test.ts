import { expect, it } from 'vitest';
import { hasFreeSeat, hasRoomToJoin, protectionOf } from './members.ts';

it.each([
  [{ members: 1, invited: 0, limit: 1 }, false],
  [{ members: 1, invited: 3, limit: 5 }, true],
  [{ members: 1, invited: 4, limit: 5 }, false],
  [{ members: 7, invited: 0, limit: 5 }, false],
  [{ members: 900, invited: 900, limit: null }, true],
])('an open invitation takes a seat: %o', (seats, free) => {
  expect(hasFreeSeat(seats)).toBe(free);
});

it.each([
  [4, 5, true],
  [5, 5, false],
  [900, null, true],
])('with %i members of %s somebody who holds an invitation joins: %s', (members, limit, joins) => {
  expect(hasRoomToJoin({ members, limit })).toBe(joins);
});

it('protects admins and nobody else', () => {
  expect([protectionOf('admin'), protectionOf('viewer')]).toEqual(['admin_protected', null]);
});
