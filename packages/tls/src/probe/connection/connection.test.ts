import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { ConnectionOutcome } from '@notafter/net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Connect, Connection } from './connection.ts';
import { createHandleConnect } from './handle-connection.ts';
import { connectStream } from './stream-connection.ts';
import { findTcpBinding } from './tcp-binding.ts';

const servers: Server[] = [];

/** A server on loopback that keeps its side open until the test closes it. */
const listen = async (serve: (socket: Socket) => void, host = '127.0.0.1'): Promise<number> => {
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket.on('error', () => undefined)));
  servers.push(server);
  server.listen({ port: 0, host });
  await once(server, 'listening');
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
};

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** The events of a connection, in order; a promise that settles when the connection is closed. */
const record = (connect: Connect, port: number, begin: (connection: Connection) => void, host = '127.0.0.1') => {
  const events: string[] = [];
  const closed = new Promise<readonly string[]>((resolve) => {
    const outcome: ConnectionOutcome = {
      onConnect() {
        connection.listener = {
          onBytes: (chunk, length) => events.push(chunk.toString('latin1', 0, length)),
          onClose() {
            events.push('(closed)');
            resolve(events);
          },
        };
        begin(connection);
      },
      onError({ code }) {
        events.push(`(${code})`);
        resolve(events);
      },
    };
    const connection = connect(host, port, outcome);
  });
  return closed;
};

const binding = findTcpBinding();
const ways: readonly (readonly [string, Connect])[] = [
  ['node:net', connectStream],
  ...(binding === null ? [] : [['libuv', createHandleConnect(binding)] as const]),
];

it('the pinned Node version supports connections through libuv', () => {
  expect(binding).not.toBeNull();
});

describe.each(ways)('a connection through %s', (_way, connect) => {
  it('carries bytes both ways, over IPv4 and IPv6', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const port = await listen((socket) => socket.on('data', (asked) => socket.end(`you said ${asked}`)), host);
      expect(await record(connect, port, (connection) => connection.write(Buffer.from('hello')), host)).toEqual([
        'you said hello',
        '(closed)',
      ]);
    }
  });
  it('reports why it failed', async () => {
    expect(await record(connect, 1, () => undefined)).toEqual(['(ECONNREFUSED)']);
    // Refused within the call itself: by a rule, or for lack of a route.
    const [problem] = await record(connect, 80, () => undefined, '255.255.255.255');
    expect(problem).toMatch(/^\((?:EACCES|ENETUNREACH)\)$/);
  });
  it('delivers the last bytes of a server before it reports the close', async () => {
    const port = await listen((socket) => socket.end('goodbye'));
    expect(await record(connect, port, () => undefined)).toEqual(['goodbye', '(closed)']);
  });
  it('closes when the server resets it', async () => {
    const port = await listen((socket) => socket.on('data', () => socket.resetAndDestroy()));
    expect(await record(connect, port, (connection) => connection.write(Buffer.from('hello')))).toEqual(['(closed)']);
  });
  it('sends FIN after its last bytes, and closes when the server sends FIN too', async () => {
    const heard: string[] = [];
    const port = await listen((socket) => {
      socket.on('data', (bytes) => heard.push(String(bytes)));
      socket.on('end', () => {
        heard.push('(end)');
        socket.end();
      });
    });
    let closed: Connection | undefined;
    const begin = (connection: Connection): void => {
      closed = connection;
      connection.end(Buffer.from('the last'));
    };
    expect(await record(connect, port, begin)).toEqual(['(closed)']);
    expect(heard).toEqual(['the last', '(end)']);
    expect(closed?.isClosed).toBe(true);
    closed?.write(Buffer.from('nothing'));
    closed?.end(Buffer.from('nothing'));
    closed?.destroy();
  });
  it('sends everything that the kernel does not accept at once, and buffers it until then', async () => {
    const size = 16 * 1_048_576;
    let received = 0;
    const port = await listen((socket) => {
      socket.on('data', (bytes) => {
        if (bytes.every((byte) => byte === 7)) received += bytes.length;
      });
      socket.on('end', () => socket.end());
    });
    await record(connect, port, (connection) => connection.end(Buffer.alloc(size, 7)));
    expect(received).toBe(size);
  });
  it('that is destroyed reports only its close', async () => {
    const port = await listen((socket) => socket.write('too late'));
    expect(await record(connect, port, (connection) => connection.destroy())).toEqual(['(closed)']);
    const events: string[] = [];
    const never = connect('127.0.0.1', port, { onConnect: () => events.push('connected'), onError: () => events.push('error') });
    never.destroy();
    expect(await record(connect, port, (connection) => connection.destroy())).toEqual(['(closed)']);
    expect(events).toEqual([]);
    expect(never.isClosed).toBe(true);
  });
});
