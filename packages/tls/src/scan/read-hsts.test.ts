import { expect, it } from 'vitest';
import { readHsts } from './read-hsts.ts';

const answer = (...headers: string[]): string => ['HTTP/1.1 200 OK', ...headers, '', ''].join('\r\n');
const present = (maxAgeSeconds: number, includesSubdomains = false, isPreload = false) => ({
  kind: 'present',
  maxAgeSeconds,
  includesSubdomains,
  isPreload,
});

it.each<[string, string, object]>([
  ['no HTTP', '220 mail.test ESMTP\r\n', { kind: 'not_http' }],
  ['no bytes', '', { kind: 'not_http' }],
  ['no header', answer('Server: x'), { kind: 'absent' }],
  ['a typical header', answer('Strict-Transport-Security: max-age=63072000; includeSubDomains; preload'), present(63_072_000, true, true)],
  ['mixed case, spaces and quotes', answer('STRICT-TRANSPORT-SECURITY:\tMAX-AGE="60" ;INCLUDESUBDOMAINS'), present(60, true)],
  ['switched off', answer('Strict-Transport-Security: max-age=0'), present(0)],
  ['the first of two headers', answer('Strict-Transport-Security: max-age=1', 'Strict-Transport-Security: max-age=2'), present(1)],
  ['a directive twice', answer('Strict-Transport-Security: max-age=1; max-age=2'), { kind: 'absent' }],
  ['no max-age', answer('Strict-Transport-Security: includeSubDomains'), { kind: 'absent' }],
  ['an invalid number', answer('Strict-Transport-Security: max-age=-1'), { kind: 'absent' }],
  ['a huge number', answer(`Strict-Transport-Security: max-age=${'9'.repeat(400)}`), present(Number.MAX_SAFE_INTEGER)],
  ['a header in the body', `${answer('Server: x')}Strict-Transport-Security: max-age=1\r\n`, { kind: 'absent' }],
])('HSTS: %s', (_name, head, expected) => {
  expect(readHsts(head)).toEqual(expected);
});
