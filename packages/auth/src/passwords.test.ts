import { verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { createPasswords } from './passwords.ts';

const compare = vi.fn(verify);
const passwords = createPasswords(undefined, compare);

it('accepts only the hashed password', async () => {
  const stored = await passwords.hash('correct horse');
  expect(await passwords.verify(stored, 'correct horse')).toBe(true);
  expect(await passwords.verify(stored, 'correct horsf')).toBe(false);
});

it('stores Argon2id with 46 MiB', async () => {
  expect(await passwords.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
});

it('accepts the same text in any Unicode normalization', async () => {
  const stored = await passwords.hash('caf\u00e9 noir');
  expect(await passwords.verify(stored, 'cafe\u0301 noir')).toBe(true);
});

it('rejects every password for an unknown account, at the cost of a real check', async () => {
  compare.mockClear();
  expect(await passwords.verify(null, 'no account has this password')).toBe(false);
  expect(compare).toHaveBeenCalledOnce();
  expect(compare).toHaveBeenCalledWith(expect.stringMatching(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/), 'no account has this password');
});

it('answers all concurrent requests', async () => {
  const stored = await passwords.hash('correct horse');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => passwords.verify(stored, n % 2 === 0 ? 'correct horse' : 'wrong')),
  );
  expect(answers.filter(Boolean)).toHaveLength(6);
});

it('refuses with 503 when hundreds wait', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 230 }, () => passwords.verify('$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$AAAA', 'x')),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected' && answer.reason.code === 'unavailable');
  expect(refused).toHaveLength(28);
});
