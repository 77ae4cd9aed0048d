import { expect, it } from 'vitest';
import { hostCookie } from './host-cookie.ts';

it('is limited to this host, hidden from scripts, and secure under https', () => {
  const cookie = hostCookie('https://notafter.example', 'notafter_oauth');
  expect(cookie.serialize('a.b', { maxAgeSeconds: 600 })).toBe(
    '__Host-notafter_oauth=a.b; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=600',
  );
  expect(cookie.clear()).toBe('__Host-notafter_oauth=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
});

it('omits Secure over plain http, because a browser would drop the cookie', () => {
  expect(hostCookie('http://localhost:3000', 'notafter_oauth').clear()).toBe('notafter_oauth=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
});

it('is read by its full name', () => {
  const cookie = hostCookie('https://notafter.example', 'notafter_oauth');
  expect(cookie.parse('a=1; __Host-notafter_oauth=x.y=; b=2')).toBe('x.y=');
  expect(cookie.parse('notafter_oauth=planted; x__Host-notafter_oauth=planted')).toBeNull();
  expect([cookie.parse(null), cookie.parse(''), cookie.parse('__Host-notafter_oauth=')]).toEqual([null, null, null]);
});
