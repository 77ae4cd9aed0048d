import { once } from 'node:events';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { createAuthority } from '@notafter/tls/testing';

export interface RenewalInfoReply {
  readonly status?: number;
  /** An object is sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RenewalInfoServer {
  readonly directory: string;
  /** The root to trust. */
  readonly rootPem: string;
  /** Decides all replies about certificates from now on; `null` never replies. */
  reply(reply: RenewalInfoReply | null): void;
  /** Decides the reply for the directory, which otherwise names the renewal information. */
  replyDirectory(reply: RenewalInfoReply): void;
  /** The paths asked for, the directory's included. */
  readonly asked: string[];
  /** The most questions that were open at once. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

/** Returns the body of RFC 9773 section 4.2. */
export const renewalInfoBody = (start: Date, end: Date, explanationURL?: unknown): unknown => ({
  suggestedWindow: { start: start.toISOString(), end: end.toISOString() },
  ...(explanationURL === undefined ? {} : { explanationURL }),
});

/** Starts an ACME server on loopback, with TLS, that knows renewal information only. */
export const startRenewalInfoServer = async (): Promise<RenewalInfoServer> => {
  const authority = createAuthority({ name: 'Renewal Info' });
  const { chainPem, key } = authority.issue('127.0.0.1');
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let reply: RenewalInfoReply | null = { status: 404 };
  let directoryReply: RenewalInfoReply | undefined;
  let [open, most] = [0, 0];
  const server = createServer({ cert: chainPem, key: key.privatePem }, (request, response) => {
    const { url = '' } = request;
    asked.push(url);
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const given = url === '/directory' ? (directoryReply ?? { body: { renewalInfo: `${base()}/renewal-info/` } }) : reply;
    if (given === null) return;
    const { status = 200, body = '', headers } = given;
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.on('secureConnection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = (): string => {
    const bound = server.address();
    return `https://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  };
  return {
    directory: `${base()}/directory`,
    rootPem: authority.root.pem,
    asked,
    mostAtOnce: () => most,
    reply: (given) => {
      reply = given;
    },
    replyDirectory: (given) => {
      directoryReply = given;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
