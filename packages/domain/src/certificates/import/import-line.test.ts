import { expect, it } from 'vitest';
import { type ImportRow, judgeImportRow, shownDomain } from './import-line.ts';

const row = (overrides: Partial<ImportRow>): ImportRow => ({
  line: 1,
  domain: 'example.com',
  parts: {},
  environment: null,
  anchors: null,
  tags: {},
  problem: null,
  ...overrides,
});

it('judges a line as adding it by hand would', () => {
  const judged = judgeImportRow(
    row({ domain: ' Example.COM:8443 ', tags: { env: ' live ', owner: ' ' }, environment: 'Production', anchors: 'Corp PKI' }),
  );
  expect(judged).toEqual({
    kind: 'ready',
    target: { host: 'example.com', port: 8443 },
    tags: { env: 'live' },
    environment: 'Production',
    anchors: 'Corp PKI',
  });
  expect(shownDomain(judged, row({ domain: 'Example.COM:8443' }))).toBe('example.com:8443');
});

it('takes the parts of an endpoint beside its domain', () => {
  const parts = { protocol: ' SMTP ', port: '587', servername: 'mx.example.com', address: '192.0.2.1' };
  expect(judgeImportRow(row({ parts }))).toMatchObject({
    target: { host: 'example.com', port: 587, protocol: 'smtp', servername: 'mx.example.com', address: '192.0.2.1' },
  });
  expect(judgeImportRow(row({ parts: { protocol: '', port: ' ', servername: '', address: '' } }))).toMatchObject({
    target: { host: 'example.com', port: 443 },
  });
});

it.each([
  [
    { parts: { protocol: 'gopher' } },
    "'gopher' is not a protocol that can be checked. Use tls, smtp, imap, pop3, ftp, ldap, xmpp, postgres, mysql, nats.",
  ],
  [{ parts: { port: '70000' } }, "'70000' is not a port. Use a number from 1 to 65535."],
  [{ parts: { address: 'Main Street 5' } }, 'Enter only the domain and an optional port, such as example.com or example.com:8443.'],
  [{ domain: 'imap://example.com', parts: { protocol: 'smtp' } }, 'The domain and the field protocol say different things.'],
  [{ domain: '' }, 'Enter a domain.'],
  [{ domain: '*.example.com' }, 'A wildcard name cannot be checked. Add example.com or a host below it.'],
  [{ domain: 'https://example.com' }, 'Enter domain without http:// or https://'],
  [{ tags: { constructor: 'x' } }, "'constructor' cannot be the name of a tag."],
  [{ tags: { env: 'x'.repeat(300) } }, 'The value of a tag has at most 256 characters.'],
  [{ problem: 'Write tags as name=value.' }, 'Write tags as name=value.'],
])('%o is invalid with the text that says why', (overrides, message) => {
  expect(judgeImportRow(row(overrides))).toEqual({ kind: 'invalid', message });
});

it('shows what stood on an invalid line without its control characters, cut', () => {
  const typed = row({ domain: `bad\u0000\u001b[31m${'x'.repeat(1000)}\ud800` });
  const shown = shownDomain(judgeImportRow(typed), typed);
  expect(shown).toMatch(/^bad \[31mx+$/);
  expect(shown).toHaveLength(300);
});
