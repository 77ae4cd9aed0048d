import { createFakeClock } from '@notafter/testing';
import { Hono } from 'hono';
import { beforeEach, expect, it } from 'vitest';
import { cachePublicAnswers } from './cached-answers.ts';
import type { HttpEnv } from './identify.ts';

let rendered: number;
let nonces: number;
let status: 200 | 404;
const clock = createFakeClock(new Date());
let app: Hono<HttpEnv>;
beforeEach(() => {
  [rendered, nonces, status] = [0, 0, 200];
  app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    nonces += 1;
    c.set('secureHeadersNonce', `nonce-${nonces}`);
    await next();
  });
  app.use('/status/:address', cachePublicAnswers(clock));
  app.use('/v1/status/*', cachePublicAnswers(clock));
  app.get('/v1/status/a', (c) => {
    rendered += 1;
    return c.json({ rendered }, 200, { ETag: `"${rendered}"`, 'Cache-Control': 'private, no-cache' });
  });
  app.get('/status/:address', (c) => {
    rendered += 1;
    return c.html(`<p nonce="${c.get('secureHeadersNonce')}">${c.req.header('cookie') ?? 'stranger'}</p>`, status);
  });
});
const ask = async (path: string, headers: Record<string, string> = {}) => (await app.request(path, { headers })).text();

it('renders a page once a minute for strangers, each time with the nonce of the response', async () => {
  expect(await ask('/status/a')).toBe('<p nonce="nonce-1">stranger</p>');
  expect(await ask('/status/a')).toBe('<p nonce="nonce-2">stranger</p>');
  expect(rendered).toBe(1);
  clock.advance(61_000);
  await ask('/status/a');
  await ask('/status/b');
  expect(rendered).toBe(3);
});

it('reads JSON once a minute, and answers 304 to a caller that has it', async () => {
  const first = await app.request('/v1/status/a');
  expect([await first.json(), first.headers.get('cache-control')]).toEqual([{ rendered: 1 }, 'public, max-age=60']);
  const second = await app.request('/v1/status/a');
  expect([await second.json(), second.headers.get('content-type'), second.headers.get('etag')]).toEqual([
    { rendered: 1 },
    'application/json',
    '"1"',
  ]);
  expect((await app.request('/v1/status/a', { headers: { 'if-none-match': 'W/"1"' } })).status).toBe(304);
  expect((await app.request('/v1/status/a', { headers: { 'if-none-match': '"0"' } })).status).toBe(200);
  expect(rendered).toBe(1);
  clock.advance(61_000);
  expect(await (await app.request('/v1/status/a')).json()).toEqual({ rendered: 2 });
});

it('neither keeps nor shows the page of somebody with a cookie, or with a query', async () => {
  expect(await ask('/status/a', { cookie: 'session=1' })).toContain('session=1');
  expect(await ask('/status/a')).toContain('stranger');
  expect(await ask('/status/a', { cookie: 'session=2' })).toContain('session=2');
  expect(await ask('/status/a', { authorization: 'Bearer x' })).toContain('stranger');
  await ask('/status/a?x');
  expect(rendered).toBe(5);
});

it('keeps nothing that was not found', async () => {
  status = 404;
  await ask('/status/a');
  await ask('/status/a');
  expect(rendered).toBe(2);
});
