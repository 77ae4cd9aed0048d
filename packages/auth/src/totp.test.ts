import { expect, it } from 'vitest';
import { appCodeAt } from './testing/authenticator-app.ts';
import { createTotp } from './totp.ts';

const at = (iso: string) => ({ now: () => new Date(iso) });
const totp = createTotp(at('2026-11-10T12:00:05Z'));
const step = Math.floor(Date.parse('2026-11-10T12:00:05Z') / 30_000);

/** RFC 6238, appendix B: the last six of its eight digits. */
const vectors = [
  ['1970-01-01T00:00:59Z', '287082'],
  ['2005-03-18T01:58:29Z', '081804'],
  ['2009-02-13T23:31:30Z', '005924'],
  ['2033-05-18T03:33:20Z', '279037'],
] as const;
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each(vectors)('accepts the code of %s in RFC 6238', async (iso, code) => {
  expect(appCodeAt(RFC_SECRET, new Date(iso))).toBe(code);
  expect(await createTotp(at(iso)).stepOf(RFC_SECRET, code)).toBe(Math.floor(Date.parse(iso) / 30_000));
});

it('accepts the codes of the current step and its two neighbors, and returns the step', async () => {
  const codeOf = (steps: number) => appCodeAt(RFC_SECRET, new Date((step + steps) * 30_000));
  for (const near of [-1, 0, 1]) expect(await totp.stepOf(RFC_SECRET, codeOf(near))).toBe(step + near);
  for (const far of [-2, 2, 100]) expect(await totp.stepOf(RFC_SECRET, codeOf(far))).toBeNull();
});

it.each(['', '12345', '1234567', 'abcdef', ' 23456', '１２３４５６'])('rejects %j without throwing', async (code) => {
  expect(await totp.stepOf(RFC_SECRET, code)).toBeNull();
});

it('creates different secrets of 160 bits', async () => {
  const secrets = new Set(await Promise.all(Array.from({ length: 20 }, () => totp.makeSecret())));
  expect(secrets.size).toBe(20);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it('builds the URL that apps read from a QR code', async () => {
  const uri = new URL(await totp.uriOf(RFC_SECRET, 'ada@example.com'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Notafter:ada@example.com']);
  expect(uri.searchParams.get('secret')).toBe(RFC_SECRET);
  expect(uri.searchParams.get('issuer')).toBe('Notafter');
});
