import { once } from 'node:events';
import { createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls';

export interface NodeServer {
  readonly port: number;
  readonly server: Server;
  close(): Promise<void>;
}

/** A real TLS server on loopback with these settings, weak ones included; it answers requests with `response`. */
export const startNodeServer = async (options: TlsOptions, response: string | null = null): Promise<NodeServer> => {
  const sockets = new Set<TLSSocket>();
  const server = createServer(options, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.once('data', () => {
      if (response !== null) socket.end(response);
    });
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
