import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

const TCP = '/proc/net/tcp';
const TIME_WAIT = '06';

const LOOPBACK = '0100007F';

/** States of the sockets with this port on 127.0.0.1; other addresses may use the same port. */
const statesOf = (port: number): string[] =>
  readFileSync(TCP, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local]) => local === `${LOOPBACK}:${port.toString(16).toUpperCase().padStart(4, '0')}`)
    .map(([, , , state = '']) => state);

it.runIf(existsSync(TCP))('stays reserved for a minute and can be listened on', async () => {
  const port = await freePort();
  expect(statesOf(port)).toEqual([TIME_WAIT]);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
