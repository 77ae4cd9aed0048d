import { expect, it } from 'vitest';
import { nameServiceInput } from './services.input.ts';

const namesOf = (names: unknown) => nameServiceInput.safeParse({ resourceId: 'pg-7f3a91c2', names });

it('takes DNS names, in lower case and without the space around them', () => {
  expect(namesOf([' DB.example.com\n', 'db', 'a-1.b2', `${'a'.repeat(63)}.test`]).data?.names).toEqual([
    'db.example.com',
    'db',
    'a-1.b2',
    `${'a'.repeat(63)}.test`,
  ]);
});

it.each([
  ...[
    '192.0.2.7',
    '7',
    '2001:db8::1',
    '*.example.com',
    'db..example.com',
    '.example.com',
    'example.com.',
    '-db.example.com',
    'db-.example.com',
  ],
  ...['db_1.example.com', 'db.example.com:5432', 'db example.com', '', 'dß.example', `${'a'.repeat(64)}.test`, `${'a.'.repeat(126)}aa`],
  ...['db.example.com\u0000', 'db.example.com,db2.example.com', 'db.example.com/x', "db'.example.com"],
])('refuses %j', (name) => {
  expect(namesOf([name]).success).toBe(false);
});

it('takes ten at most', () => {
  const many = Array.from({ length: 11 }, (_, index) => `db${index}.example.com`);
  expect(namesOf(many.slice(1)).success).toBe(true);
  expect(namesOf(many).success).toBe(false);
});
