import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const refused = (code: string) => Object.assign(new Error(code), { name: 'TRPCClientError', data: { code, message: code } });

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  window.localStorage.setItem('plan', 'Team');
  window.localStorage.setItem('org_id', 'org-1');
  window.localStorage.setItem('darkMode', 'false');
});
afterEach(() => vi.restoreAllMocks());

const ask = (error: Error) =>
  createQueryClient()
    .fetchQuery({ queryKey: [error.message], queryFn: () => Promise.reject(error), retry: false })
    .catch(() => undefined);

it('sends the browser to / on any 401 and forgets the organization, but not the theme', async () => {
  await ask(refused('unauthenticated'));
  expect(window.location.assign).toHaveBeenCalledWith('/');
  expect(['plan', 'org_id', 'darkMode'].map((key) => window.localStorage.getItem(key))).toEqual([null, null, 'false']);
  expect(window.localStorage.getItem('session_ended')).toBe('yes');
});

it.each(['invalid_credentials', 'forbidden', 'internal'])('does not navigate on %s', async (code) => {
  await ask(refused(code));
  expect(window.location.assign).not.toHaveBeenCalled();
  expect(window.localStorage.getItem('plan')).toBe('Team');
});
