import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { freePort } from '@notafter/net/testing';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeUnreadBody } from './unread-body.ts';

let server: Server;
let url: string;
beforeEach(async () => {
  const app = new Hono();
  app.use(closeUnreadBody);
  app.post('/limited', bodyLimit({ maxSize: 1000, onError: (c) => c.text('too large', 413) }));
  app.post('/unread', (c) => c.text('not read', 401));
  server = createServer(getRequestListener(app.fetch));
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  vi.useRealTimers();
  server.close();
  await once(server, 'close');
});

const large = new Uint8Array(2_000_000);

it.each(['/limited', '/unread'])('responds on %s as soon as the body has arrived, though no time passes', async (path) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  for (const body of [large, new Blob([large]).stream()]) {
    const response = await fetch(`${url}${path}`, { method: 'POST', body, duplex: 'half' });
    expect(response.headers.get('connection')).toBe('close');
    await response.text();
  }
});
