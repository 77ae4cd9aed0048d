import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

export interface TamperingProxy {
  readonly port: number;
  /** Everything that the last connection's server sent, unchanged. */
  lastFlight(): Buffer;
  /** Changes the server's bytes in the next connections; `offset` is the position of `bytes` in its flight. */
  tamper(change: (bytes: Buffer, offset: number) => Buffer): void;
  close(): Promise<void>;
}

/** A proxy between a client and a server on loopback that changes the server's bytes. */
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
