import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let plain: TestServer;
let secure: TestServer;
beforeAll(async () => {
  plain = await startTestServer({ screens: plainScreens });
  secure = await startTestServer({ screens: plainScreens, env: { PUBLIC_URL: 'https://certs.example.com' } });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});

const nonceOf = (policy: string): string => /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1] ?? '';

describe('every response', () => {
  it.each(['/', '/v1/openapi.json', '/v1/nothing', '/api/trpc/accounts.session', '/who'])('%s carries the fixed headers', async (path) => {
    const { headers } = await plain.call(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'self'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
  });

  it('sends HSTS for a year with an https PUBLIC_URL, and only then', async () => {
    expect((await secure.call('/')).headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await plain.call('/')).headers['strict-transport-security']).toBeUndefined();
  });
});

describe('a page', () => {
  it('runs only scripts with its nonce, a new one each time', async () => {
    const [first, second] = [await plain.call('/'), await plain.call('/')];
    const policy = first.headers['content-security-policy'];
    const nonce = nonceOf(String(policy));
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(first.text).toContain(`<script nonce="${nonce}">`);
    expect(nonceOf(String(second.headers['content-security-policy']))).not.toBe(nonce);
    expect(/script-src [^;]*unsafe/.test(String(policy))).toBe(false);
  });
});
