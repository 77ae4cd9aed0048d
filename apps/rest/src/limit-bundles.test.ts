import { DomainError } from '@notafter/domain';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { limitBundles } from './limit-bundles.ts';
import type { RestEnvironment } from './rest-environment.ts';

/** An app whose requests end when `free` is called. */
const openApp = () => {
  const app = new Hono<RestEnvironment>();
  const { promise, resolve } = Promise.withResolvers<void>();
  app.onError((error, c) => c.text(error instanceof DomainError ? `${error.code} ${error.retryAfterSeconds}` : 'fault', 503));
  app.use(
    limitBundles(async (_, next) => {
      await promise;
      await next();
    }),
  );
  app.post('/', (c) => c.text('taken'));
  const send = async (ip: string): Promise<string> => {
    const answer = await app.request('/', { method: 'POST' }, { request: { origin: { ip } } });
    return answer.text();
  };
  return { send, free: resolve };
};

it('holds four bundles of a network at a time, and takes more when they are done', async () => {
  const { send, free } = openApp();
  const held = Array.from({ length: 4 }, () => send('192.0.2.1'));
  expect(await send('192.0.2.1')).toBe('unavailable 5');
  const other = send('192.0.2.2');
  free();
  expect(await Promise.all([...held, other])).toEqual(Array(5).fill('taken'));
  expect(await send('192.0.2.1')).toBe('taken');
});

it('holds 32 bundles of all networks', async () => {
  const { send, free } = openApp();
  const held = Array.from({ length: 32 }, (_, index) => send(`192.0.2.${index}`));
  expect(await send('192.0.2.99')).toBe('unavailable 5');
  free();
  expect(await Promise.all(held)).toEqual(Array(32).fill('taken'));
});
