import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DomainError } from '../errors/domain-error.ts';
import type { ProbeTarget } from './checks/observation.ts';
import { formatTarget, parseTarget, targetOfStored, targetWith } from './target.ts';

const refusalOf = (input: string): DomainError => {
  try {
    parseTarget(input);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`${input} was accepted`);
};

describe('accepted', () => {
  test.each([
    ['example.com', 'example.com', 443],
    ['  Example.COM ', 'example.com', 443],
    ['example.com.', 'example.com', 443],
    ['example.com:8443', 'example.com', 8443],
    ['example.com:443', 'example.com', 443],
    ['a.b.c.example.co.uk:1', 'a.b.c.example.co.uk', 1],
    ['example.com:65535', 'example.com', 65_535],
    ['_dmarc.example.com', '_dmarc.example.com', 443],
    ['localhost:3000', 'localhost', 3000],
    ['münchen.example', 'xn--mnchen-3ya.example', 443],
    ['MÜNCHEN.example:993', 'xn--mnchen-3ya.example', 993],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example', 443],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah', 443],
    ['192.0.2.1', '192.0.2.1', 443],
    ['192.0.2.1:8443', '192.0.2.1', 8443],
    ['[2001:DB8::1]', '2001:db8::1', 443],
    ['[2001:db8:0:0:0:0:0:1]:8443', '2001:db8::1', 8443],
    ['[::ffff:192.0.2.1]', '::ffff:c000:201', 443],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`, 443],
  ])('%s', (input, host, port) => {
    expect(parseTarget(input)).toEqual({ host, port });
  });
});

describe('an endpoint in one text', () => {
  test.each<readonly [string, ProbeTarget, string]>([
    ['smtp://Mail.Example.com', { host: 'mail.example.com', port: 25, protocol: 'smtp' }, 'smtp://mail.example.com'],
    ['smtp://mail.example.com:25', { host: 'mail.example.com', port: 25, protocol: 'smtp' }, 'smtp://mail.example.com'],
    ['smtp://mail.example.com:587/', { host: 'mail.example.com', port: 587, protocol: 'smtp' }, 'smtp://mail.example.com:587'],
    ['nats://[2001:db8::1]', { host: '2001:db8::1', port: 4222, protocol: 'nats' }, 'nats://[2001:db8::1]'],
    ['tls://example.com', { host: 'example.com', port: 443 }, 'example.com'],
    ['imaps://example.com', { host: 'example.com', port: 993 }, 'example.com:993'],
    ['postgresql://db', { host: 'db', port: 5432, protocol: 'postgres' }, 'postgres://db'],
    [
      'postgres://db:5433/?address=2001:DB8:0::1&servername=Pg.Example.com.',
      { host: 'db', port: 5433, protocol: 'postgres', servername: 'pg.example.com', address: '2001:db8::1' },
      'postgres://db:5433?servername=pg.example.com&address=2001:db8::1',
    ],
    ['example.com?address=192.0.2.7', { host: 'example.com', port: 443, address: '192.0.2.7' }, 'example.com?address=192.0.2.7'],
    ['192.0.2.7?servername=example.com', { host: '192.0.2.7', port: 443, servername: 'example.com' }, '192.0.2.7?servername=example.com'],
    ['example.com?servername=EXAMPLE.com', { host: 'example.com', port: 443 }, 'example.com'],
  ])('%s', (input, target, form) => {
    expect(parseTarget(input)).toEqual(target);
    expect(formatTarget(target)).toBe(form);
    expect(parseTarget(form)).toEqual(target);
    expect(targetOfStored({ host: target.host, port: target.port, domain: form })).toEqual(target);
  });
});

describe('an endpoint in parts', () => {
  test.each([
    ['mail.example.com', { protocol: 'smtp' }, 'smtp://mail.example.com'],
    ['mail.example.com', { protocol: 'smtp', port: 587 }, 'smtp://mail.example.com:587'],
    ['mail.example.com:587', { protocol: 'smtp' }, 'smtp://mail.example.com:587'],
    ['smtp://mail.example.com', { protocol: 'smtp', port: 2525 }, 'smtp://mail.example.com:2525'],
    [
      'db',
      { protocol: 'postgres', servername: ' Pg.Example.com ', address: '10.0.0.1' },
      'postgres://db?servername=pg.example.com&address=10.0.0.1',
    ],
    ['example.com', { servername: '', port: 8443 }, 'example.com:8443'],
  ] as const)('%s and %j', (domain, parts, form) => {
    expect(formatTarget(targetWith(domain, parts))).toBe(form);
  });

  test.each([
    ['smtp://mail.example.com', { protocol: 'imap' }, 'The domain and the field protocol say different things.'],
    ['tls://mail.example.com', { protocol: 'smtp' }, 'The domain and the field protocol say different things.'],
    ['example.com:443', { port: 8443 }, 'The domain and the field port say different things.'],
    ['example.com?servername=a.test', { servername: 'b.test' }, 'The domain and the field servername say different things.'],
    ['example.com', { address: 'b.test' }, "'b.test' is not an IP address."],
    ['example.com', { servername: 'a b' }, 'Enter only the domain'],
  ] as const)('%s and %j is refused', (domain, parts, message) => {
    expect(() => targetWith(domain, parts)).toThrow(message);
  });
});

describe('refused with a text that says what to change', () => {
  test.each([
    ['', 'Enter a domain.'],
    ['   ', 'Enter a domain.'],
    ['http://example.com', 'Enter domain without http:// or https://'],
    ['HTTPS://example.com/', 'Enter domain without http:// or https://'],
    [
      'gopher://example.com',
      "'gopher' is not a protocol that can be checked. Use tls, smtp, imap, pop3, ftp, ldap, xmpp, postgres, mysql, nats.",
    ],
    ['smtp://example.com/path', 'Enter only the domain'],
    ['postgres://me:secret@db.example', 'Enter only the domain'],
    ['smtp://', 'is not a domain name'],
    ['smtp://smtp://example.com', 'Enter only the domain'],
    ['example.com?servername=', "Behind '?', write servername=NAME"],
    ['example.com?servername=a.test&servername=b.test', "Behind '?', write servername=NAME"],
    ['example.com?address=other.example', 'is not an IP address'],
    ['example.com?address=127.1', 'four decimal numbers'],
    ['example.com?', "Behind '?', write servername=NAME"],
    ['example.com/path', 'Enter only the domain'],
    ['example.com?x=1', "Behind '?', write servername=NAME"],
    ['user@example.com', 'Enter only the domain'],
    ['two words.com', 'Enter only the domain'],
    ['example.com\u0000', 'Enter only the domain'],
    ['exa\u0001mple.com', 'Enter only the domain'],
    ['exa\u007fmple.com', 'Enter only the domain'],
    ['exam%70le.com', 'Enter only the domain'],
    ["example.com'; drop table certificates; --", 'Enter only the domain'],
    ['<script>alert(1)</script>', 'Enter only the domain'],
    ['example.com:', 'is not a port'],
    ['example.com:0', 'is not a port'],
    ['example.com:65536', 'is not a port'],
    ['example.com:-1', 'is not a port'],
    ['example.com:1e3', 'is not a port'],
    ['example.com:080808', 'is not a port'],
    ['2001:db8::1', 'IPv6 address in brackets'],
    ['[2001:db8::1]:x', 'is not a port'],
    ['[2001:db8:::1]', 'is not a domain name'],
    ['[192.0.2.1]', 'is not a domain name'],
    ['127.1', 'four decimal numbers'],
    ['0x7f.0.0.1', 'four decimal numbers'],
    ['0177.0.0.1', 'four decimal numbers'],
    ['2130706433', 'four decimal numbers'],
    ['１２７.0.0.1', 'four decimal numbers'],
    ['256.0.0.1', 'is not a domain name'],
    ['example.123', 'is not a domain name'],
    ['-example.com', 'is not a domain name'],
    ['example-.com', 'is not a domain name'],
    ['example..com', 'is not a domain name'],
    ['.example.com', 'is not a domain name'],
    ['.', 'is not a domain name'],
    ['exa$mple.com', 'is not a domain name'],
    ['a*.example.com', 'is not a domain name'],
    [`${'a'.repeat(64)}.example`, 'is not a domain name'],
    [Array.from({ length: 5 }, () => 'a'.repeat(52)).join('.'), 'too long'],
    ['a'.repeat(10_000), 'too long'],
    ['.'.repeat(10_000), 'too long'],
  ])('%j', (input, text) => {
    const refusal = refusalOf(input);
    expect(refusal.code).toBe('target_invalid');
    expect(refusal.message).toContain(text);
    expect(refusal.details).toEqual([{ path: 'domain', message: refusal.message }]);
  });

  test('a wildcard name, naming its parent', () => {
    expect(refusalOf('*.shop.example.com:8443')).toMatchObject({
      code: 'target_wildcard',
      message: 'A wildcard name cannot be checked. Add shop.example.com or a host below it.',
    });
  });
});

test.each([
  [{ host: 'example.com', port: 443 }, 'example.com'],
  [{ host: 'example.com', port: 8443 }, 'example.com:8443'],
  [{ host: '2001:db8::1', port: 443 }, '[2001:db8::1]'],
  [{ host: '2001:db8::1', port: 8443 }, '[2001:db8::1]:8443'],
])('%o is shown as %s', (target, text) => {
  expect(formatTarget(target)).toBe(text);
});

describe('properties', () => {
  test('whatever is typed is read or refused with a documented code, and what is read is a bounded, printable name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.webAuthority(), fc.domain(), fc.ipV6()), (input) => {
        try {
          const { host, port } = parseTarget(input);
          expect(host).toMatch(/^(?:[a-z0-9_.-]{1,253}|[0-9a-f:]{2,39})$/);
          expect(port).toBeGreaterThan(0);
          expect(port).toBeLessThan(65_536);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });

  test('the displayed form parses to the same target', () => {
    const target = fc.record({
      host: fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.ipV6().map((ip) => `[${ip}]`),
      ),
      port: fc.integer({ min: 1, max: 65_535 }),
    });
    fc.assert(
      fc.property(target, ({ host, port }) => {
        const parsed = parseTarget(`${host}:${port}`);
        expect(parseTarget(formatTarget(parsed))).toEqual(parsed);
      }),
    );
  });
});
