import { expect, it } from 'vitest';
import { readSecondFactorFragment, readTypedCode, recoveryCodeOf, secondFactorPath } from './second-factor.ts';

it('writes ten bytes as sixteen characters that cannot be misread', () => {
  expect(recoveryCodeOf(new Uint8Array(10))).toBe('0000-0000-0000-0000');
  expect(recoveryCodeOf(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  expect(recoveryCodeOf(Uint8Array.from([0, 68, 50, 20, 199, 66, 84, 182, 53, 207]))).toBe('0123-4567-89AB-CDEF');
});

it.each([
  ['123456', 'app', '123456'],
  [' 123 456 ', 'app', '123456'],
  ['0123-4567-89AB-CDEF', 'recovery', '0123456789ABCDEF'],
  ['o123 4567 89ab cdef', 'recovery', '0123456789ABCDEF'],
  ['il23456789abcdef', 'recovery', '1123456789ABCDEF'],
])('reads %j as people type it', (typed, kind, code) => {
  expect(readTypedCode(typed)).toEqual({ kind, code });
});

it.each(['', '12345', '1234567', '12345a', 'UUUU-UUUU-UUUU-UUUU', '0123-4567-89AB-CDEF-0', '１２３４５６'])('refuses %j', (typed) => {
  expect(readTypedCode(typed)).toBeNull();
});

it('carries a challenge behind the mark that no server sees', () => {
  const path = secondFactorPath('id.secret');
  expect(new URL(path, 'https://example.com').search).toBe('');
  expect(readSecondFactorFragment(new URL(path, 'https://example.com').hash)).toBe('id.secret');
  expect(readSecondFactorFragment('#second-factor=')).toBeNull();
  expect(readSecondFactorFragment('#main')).toBeNull();
});
