import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@notafter/net/testing';

/** Addresses on loopback, each with a server that behaves in its own way on the same port. */
export const webAddresses = { answers: '127.0.0.81', loops: '127.0.0.82', closed: '127.0.0.83', silent: '127.0.0.84' } as const;

export interface WebServers {
  readonly http: number;
  readonly https: number;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts them; nothing listens on IPv6. `files`: answers by path, of the server that answers. */
export const startWebServers = async (files: ReadonlyMap<string, () => Answer> = new Map()): Promise<WebServers> => {
  const [http, https] = [await freePort(), await freePort()];
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listen = async (server: Server, port: number, address: string): Promise<void> => {
    server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
    server.listen(port, address);
    await once(server, 'listening');
    servers.push(server);
  };
  const answers = createHttpServer((request, response) => {
    const file = files.get(request.url ?? '')?.();
    response.writeHead(file?.status ?? 404, file?.headers).end(file?.body);
  });
  await listen(answers, http, webAddresses.answers);
  const loops = createHttpServer((request, response) => response.writeHead(301, { location: request.url }).end());
  await listen(loops, http, webAddresses.loops);
  await listen(createServer(), http, webAddresses.silent);
  for (const address of [webAddresses.answers, webAddresses.loops, webAddresses.silent]) await listen(createServer(), https, address);
  return {
    http,
    https,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
};
