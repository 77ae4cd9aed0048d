import { expect, it } from 'vitest';
import { organizationNameFor } from './organization-name.ts';

it.each([
  ['ada@example.com', 'example.com'],
  ['ada@mail.example.co.uk', 'mail.example.co.uk'],
  ['ada@gmail.com', 'Ada Lovelace'],
  ['ada@ziggo.nl', 'Ada Lovelace'],
  ['ada@126.com', 'Ada Lovelace'],
  ['ada@gmail.com.example.org', 'gmail.com.example.org'],
])('names the organization of %s %s', (email, name) => {
  expect(organizationNameFor({ email, firstName: 'Ada', lastName: 'Lovelace' })).toBe(name);
});
