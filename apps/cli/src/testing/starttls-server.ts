import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Issued } from '@notafter/tls/testing';

/** Starts a server on loopback that accepts PostgreSQL's SSLRequest and then speaks TLS. */
export const startStartTlsServer = async ({ chainPem, key }: Issued): Promise<{ readonly port: number; close(): Promise<void> }> => {
  const secureContext = createSecureContext({ cert: chainPem, key: key.privatePem });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => undefined).resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
