import { expect, it } from 'vitest';
import { checkPassword } from './check-password.ts';

it('names the minimum in force, not the default', async () => {
  const message = 'Password must be at least 12 characters long.';
  await expect(checkPassword('eleven char', 12)).rejects.toMatchObject({
    code: 'password_too_short',
    status: 400,
    message,
    details: [{ path: 'password', message }],
  });
  await expect(checkPassword('short', 6)).rejects.toMatchObject({ message: 'Password must be at least 6 characters long.' });
});

it.each(['123456', 'password', 'qwertyuiop', 'PASSWORD', 'Letmein'])('refuses %s, which guessers try first', async (password) => {
  await expect(checkPassword(password, 6)).rejects.toMatchObject({
    code: 'password_too_common',
    status: 400,
    message: 'This password is too common. Choose another password.',
  });
});

it.each(['correct horse battery', 'tr0ub4dor&3x', '    spaces    ', 'пароль-из-слов', '🦊🦊🦊🦊🦊🦊'])('takes %s', async (password) => {
  await checkPassword(password, 6);
});

it('counts characters as people do, not code units', async () => {
  await expect(checkPassword('🦊🦊🦊', 6)).rejects.toMatchObject({ code: 'password_too_short' });
});
