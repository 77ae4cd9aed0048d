import { describe, expect, it } from 'vitest';
import { parseAlternativeNames } from './alternative-names.ts';
import { matchesHost } from './host-match.ts';

describe('a host is matched by alternative names only, in whole labels', () => {
  it.each([
    ['DNS:a.test', 'a.test', true],
    ['DNS:A.TEST', 'a.test', true],
    ['DNS:a.test', 'A.test.', true],
    ['DNS:*.a.test', 'www.a.test', true],
    ['DNS:*.a.test', 'a.test', false],
    ['DNS:*.a.test', 'x.www.a.test', false],
    ['DNS:*.test', 'a.test', false],
    ['DNS:*', 'a', false],
    ['DNS:w*.a.test', 'www.a.test', false],
    ['DNS:*w.a.test', 'www.a.test', false],
    ['DNS:www.*.test', 'www.a.test', false],
    ['DNS:*.*.test', 'www.a.test', false],
    ['DNS:xn--mnchen-3ya.test', 'xn--mnchen-3ya.test', true],
    ['DNS:192.0.2.1', '192.0.2.1', false],
    ['IP Address:192.0.2.1', '192.0.2.1', true],
    ['IP Address:2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['IP Address:192.0.2.1', 'a.test', false],
    ['email:a.test', 'a.test', false],
    ['URI:https://a.test/', 'a.test', false],
    [undefined, 'a.test', false],
  ])('%s for %s: %s', (names, host, expected) => {
    expect(matchesHost(parseAlternativeNames(names), host)).toBe(expected);
  });
});

describe("Node's text of alternative names", () => {
  it.each([
    ['DNS:a.test, DNS:b.test, IP Address:127.0.0.1', ['a.test', 'b.test', '127.0.0.1']],
    ['DNS:"a.test, DNS:evil.test"', ['a.test, DNS:evil.test']],
    ['DNS:"quote\\", DNS:evil.test", DNS:b.test', ['quote", DNS:evil.test', 'b.test']],
    ['URI:"x, DNS:evil.test", DNS:b.test', ['b.test']],
    ['DirName:"/CN=x, DNS:evil.test", email:a@b.test, Registered ID:1.2.3', []],
  ])('%s holds exactly its own entries', (text, values) => {
    expect(parseAlternativeNames(text).map(({ value }) => value)).toEqual(values);
  });
});
