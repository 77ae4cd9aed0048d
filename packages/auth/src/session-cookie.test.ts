import { describe, expect, it } from 'vitest';
import { sessionCookie } from './session-cookie.ts';

const expiresAt = new Date('2026-12-10T12:00:00Z');

describe('under https', () => {
  const cookie = sessionCookie('https://notafter.example');

  it('is host-only, secure, hidden from scripts and not sent with cross-site posts', () => {
    expect(cookie.serialize('token', expiresAt)).toBe(
      '__Host-notafter_session=token; Path=/; HttpOnly; SameSite=Lax; Secure; Expires=Thu, 10 Dec 2026 12:00:00 GMT',
    );
  });

  it('is deleted with the attributes it was set with', () => {
    expect(cookie.clear()).toBe('__Host-notafter_session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
  });

  it('ignores a cookie with the unprefixed name, which a sibling host could set', () => {
    expect(cookie.parse('notafter_session=planted')).toBeNull();
  });
});

describe('under plain http', () => {
  const cookie = sessionCookie('http://localhost:3000');

  it('omits Secure, because browsers would not send it back', () => {
    expect(cookie.serialize('token', expiresAt)).toBe(
      'notafter_session=token; Path=/; HttpOnly; SameSite=Lax; Expires=Thu, 10 Dec 2026 12:00:00 GMT',
    );
  });

  it.each([
    ['notafter_session=abc', 'abc'],
    ['theme=dark; notafter_session=abc; other=1', 'abc'],
    ['notafter_session=a=b', 'a=b'],
    ['notafter_session=', null],
    ['xnotafter_session=abc', null],
    ['', null],
    [null, null],
    [undefined, null],
  ])('finds the token in %j', (header, token) => {
    expect(cookie.parse(header)).toBe(token);
  });
});
