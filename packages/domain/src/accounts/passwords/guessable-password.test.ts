import { describe, expect, it } from 'vitest';
import { isPatterned, namesOwner, spellingsOf } from './guessable-password.ts';

describe('isPatterned', () => {
  it.each([
    '654321',
    'aaaaaa',
    'abcdef',
    'abcdefg',
    'ABCDEF',
    '      ',
    'aaaaaa1',
    'abcabc',
    'abc123',
    '121212',
    '112233',
    'aabbccdd',
    'xyzxyzxyz',
    '123456789012',
    'qwerty12',
    'qwertyuiopasdf',
    'poiuyt',
    'asdfgh',
    'qwertz',
    'azerty',
    '1qaz2wsx',
    'zaq1xsw2',
    '!QAZ2wsx',
    '1q2w3e4r',
    'qweasdzxc',
    '147258369',
    '!@#$%^&*',
    'йцукен',
    'абвгде',
    '🦊🦊🦊🦊🦊🦊',
    'a1b2a1b2a1b2',
  ])('refuses %j', (password) => {
    expect(isPatterned(password)).toBe(true);
  });

  it.each([
    'correct horse battery',
    'tr0ub4dor&3x',
    '    spaces    ',
    'пароль-из-слов',
    'student',
    'property',
    'first flight',
    'staple paperclip staple paperclip',
    'k3pq9x',
    'Engine No. 1 of 1837',
    '🦊🐼🐨🐯🦁🐸',
  ])('takes %j', (password) => {
    expect(isPatterned(password)).toBe(false);
  });
});

describe('spellingsOf', () => {
  it('reads digits and signs that stand for letters', () => {
    expect(spellingsOf('P@ssw0rd')).toContain('password');
    expect(spellingsOf('we1come')).toContain('welcome');
    expect(spellingsOf('adm!n1strator')).toContain('administrator');
  });
});

describe('namesOwner', () => {
  const owner = { email: 'ada.byron@engines.example', firstName: 'Ada', lastName: 'Lovelace', organizationName: 'Analytical Engines' };

  it.each([
    'notafter',
    'NotAfter1',
    'n0tafter!',
    'ada.byron@engines.example',
    'ada.byron',
    'Adabyron1815',
    'engines.example',
    'engines',
    'Lovelace1',
    'lovelace',
    'Ada Lovelace',
    'adalovelace',
    'analytical engines',
    'AnalyticalEngines123',
    '1234engines',
  ])('refuses %j', (password) => {
    expect(namesOwner(password, owner)).toBe(true);
  });

  it.each(['correct horse battery', 'canada geese', 'the engines of 1837', 'my notafter password'])('takes %j', (password) => {
    expect(namesOwner(password, owner)).toBe(false);
  });

  it('holds nothing against who has no second name', () => {
    const nameless = { email: 'x@y.example', firstName: 'X', lastName: '', organizationName: 'Y' };
    expect(namesOwner('correct horse', nameless)).toBe(false);
  });
});
