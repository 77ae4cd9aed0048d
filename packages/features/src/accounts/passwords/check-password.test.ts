import { expect, it } from 'vitest';
import { checkPassword as checkPasswordOf } from './check-password.ts';

const ada = { email: 'ada@engines.example', firstName: 'Ada', lastName: 'Lovelace', organizationName: 'Analytical Engines' };
const checkPassword = (password: string, minLength: number) => checkPasswordOf(password, minLength, ada);

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

it.each([
  ...['123456', 'password', 'qwertyuiop', 'PASSWORD', 'Letmein', 'p@ssword', 'P@ssw0rd', 'we1come'],
  ...['654321', 'aaaaaa', 'abcdef', 'abcdefg', '      ', 'qwerty12', 'abcabcabc', '1qaz2wsx', '🦊🦊🦊🦊🦊🦊'],
  ...['notafter', 'Notafter1', 'ada@engines.example', 'engines.example', 'Lovelace!', 'analyticalengines'],
])('refuses %j, which guessers try first', async (password) => {
  await expect(checkPassword(password, 6)).rejects.toMatchObject({
    code: 'password_too_common',
    status: 400,
    message: 'This password is too common. Choose another password.',
  });
});

it.each(['correct horse battery', 'tr0ub4dor&3x', '    spaces    ', 'пароль-из-слов', '🦊🐼🐨🐯🦁🐸'])('takes %s', async (password) => {
  await checkPassword(password, 6);
});

it('counts characters as people do, not code units', async () => {
  await expect(checkPassword('🦊🦊🦊', 6)).rejects.toMatchObject({ code: 'password_too_short' });
});
