import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

export interface TamperingProxy {
  readonly port: number;
  /** All that the last connection's server sent, as it was. */
  lastFlight(): Buffer;
  /** Changes what the server of the next connections sends; `offset` is the place of `bytes` in its whole flight. */
  tamper(change: (bytes: Buffer, offset: number) => Buffer): void;
  close(): Promise<void>;
}

/** Stands between a client and a server on loopback, and changes what the server says. */
export const startTamperingProxy = async (serverPort: number): Promise<TamperingProxy> => {
  const sockets = new Set<Socket>();
  let change = (bytes: Buffer, _offset: number): Buffer => bytes;
  let flight: Buffer[] = [];
  const server = createServer((client) => {
    flight = [];
    let offset = 0;
    const upstream = createConnection({ port: serverPort, host: '127.0.0.1' });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes: Buffer) => {
      flight.push(Buffer.from(bytes));
      client.write(change(bytes, offset));
      offset += bytes.length;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    lastFlight: () => Buffer.concat(flight),
    tamper(next) {
      change = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
