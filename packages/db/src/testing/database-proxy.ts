import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a pool and PostgreSQL that fails like networks do. */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Number of accepted connections. */
  readonly accepted: () => number;
  /** Ends every connection in both directions. */
  cut(): Promise<void>;
  /** From now on, forwards and resets nothing, like a load balancer, pooler or failover that vanished. */
  swallow(): void;
  /** Silences existing connections and forwards new ones, like a firewall that lost its connection table. */
  halfOpen(): void;
  /** Drops what PostgreSQL responds on existing connections. It is still asked, and never sees them end. */
  mute(): void;
  /** Forwards new connections. Silenced ones stay silent. */
  restore(): void;
  close(): Promise<void>;
}

export const startDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl);
  const all = new Set<Socket>();
  const forwarding = new Map<Socket, Socket>();
  let swallows = false;
  let accepted = 0;
  const keep = (socket: Socket): Socket => {
    all.add(socket);
    return socket.on('error', () => undefined).once('close', () => all.delete(socket));
  };
  const server = createServer((near) => {
    accepted += 1;
    keep(near);
    if (swallows) {
      near.resume();
      return;
    }
    const far = keep(connect(Number(target.port), target.hostname));
    forwarding.set(near, far);
    near.pipe(far).pipe(near);
    near.once('close', () => forwarding.delete(near) && far.destroy());
    far.once('close', () => forwarding.delete(near) && near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  const forget = (): void => {
    for (const [near, far] of forwarding) {
      near.unpipe(far).resume();
      far.unpipe(near).resume();
    }
    forwarding.clear();
  };
  return {
    url: url.href,
    accepted: () => accepted,
    cut: async () => {
      const closing = [...all].map((socket) => once(socket, 'close'));
      for (const socket of all) socket.end();
      await Promise.all(closing);
    },
    swallow: () => {
      swallows = true;
      forget();
    },
    halfOpen: forget,
    mute: () => {
      for (const [near, far] of forwarding) {
        far.unpipe(near).resume();
        near.unpipe(far).pipe(far, { end: false });
      }
      forwarding.clear();
    },
    restore: () => {
      swallows = false;
    },
    close: async () => {
      server.close();
      for (const socket of all) socket.destroy();
      await once(server, 'close');
    },
  };
};
