import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dialFirst } from './dial.ts';

// A server with a sleeping thread accepts nothing: once its backlog is full, the kernel drops packets, as a firewall would.
const sleeper = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer(() => {}).listen({ port: 0, host: '127.0.0.13', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;
let worker: Worker;
let port = 0;
const fillers: Socket[] = [];

beforeAll(async () => {
  worker = new Worker(sleeper, { eval: true });
  const [message] = await once(worker, 'message');
  port = Number(message);
  for (let n = 0; n < 8; n += 1) fillers.push(createConnection({ host: '127.0.0.13', port }).on('error', () => undefined));
  await once(fillers[0] ?? worker, 'connect');
});
afterAll(async () => {
  for (const socket of fillers) socket.destroy();
  await worker.terminate();
});

it('gives up on an address that never answers after the given timeout', async () => {
  // The kernel's own limit is over two minutes.
  expect(await dialFirst(['127.0.0.13'], port, 300)).toEqual({
    problem: { kind: 'connect_timeout', address: '127.0.0.13', timeoutMs: 300 },
  });
});

it('reports the refusal, not the timeout, if one address refuses and another never answers', async () => {
  expect(await dialFirst(['127.0.0.13', '127.0.0.14'], port, 6_000)).toEqual({ problem: { kind: 'refused', address: '127.0.0.14' } });
});

it('reports an unroutable target for an empty address list', async () => {
  expect(await dialFirst([], port, 100)).toEqual({ problem: { kind: 'unroutable', address: '' } });
});
