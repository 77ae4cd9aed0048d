import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** How a server answers wrongly. */
export type ServerFault =
  | { readonly kind: 'none' }
  /** Sends nothing, until the client goes away. */
  | { readonly kind: 'slow' }
  /** Closes the connection in the middle of the body. */
  | { readonly kind: 'truncated' }
  /** A whole answer with half of the body. */
  | { readonly kind: 'half' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'flipped'; readonly at: number }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | { readonly kind: 'body'; readonly body: string | Buffer }
  /** Compressed zeros. */
  | { readonly kind: 'bomb'; readonly bytes: number };

export const overloaded: ServerFault = {
  kind: 'status',
  status: 503,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Service Unavailable</body></html>',
};

/** An answer; null for a path that does not exist. */
export type Answer = { readonly body: Buffer; readonly isGzip?: boolean; readonly status?: number } | null;

const reply = (response: ServerResponse, { body, isGzip = false, status = 200 }: NonNullable<Answer>): void => {
  const sent = isGzip ? gzipSync(body) : body;
  response.writeHead(status, { 'content-length': sent.length, ...(isGzip ? { 'content-encoding': 'gzip' } : {}) }).end(sent);
};

const flip = (body: Buffer, at: number): Buffer => {
  const changed = Buffer.from(body);
  const index = at < 0 ? changed.length + at : at;
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
};

const misbehave = (response: ServerResponse, fault: Exclude<ServerFault, { kind: 'none' }>, answer: NonNullable<Answer>): void => {
  switch (fault.kind) {
    case 'slow':
      return;
    case 'truncated':
      response.writeHead(200, { 'content-length': answer.body.length + 100 }).write(answer.body, () => response.destroy());
      return;
    case 'half':
      reply(response, { ...answer, body: answer.body.subarray(0, answer.body.length >> 1) });
      return;
    case 'empty':
      reply(response, { body: Buffer.alloc(0) });
      return;
    case 'flipped':
      reply(response, { ...answer, body: flip(answer.body, fault.at) });
      return;
    case 'status':
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    case 'body':
      reply(response, { body: Buffer.from(fault.body) });
      return;
    case 'bomb':
      reply(response, { body: Buffer.alloc(fault.bytes), isGzip: true });
  }
};

export interface FaultyServer {
  readonly url: string;
  /** Paths in the order of requests. */
  readonly asked: string[];
  readonly userAgents: Set<string>;
  /** Answers paths that match with a fault, until the next call. */
  misbehave(fault: ServerFault, path?: RegExp): void;
  close(): Promise<void>;
}

/** Starts a server on loopback that answers paths below its URL. */
export const startFaultyServer = async (
  answer: (path: string, request: IncomingMessage) => Answer | Promise<Answer>,
): Promise<FaultyServer> => {
  let fault: ServerFault = { kind: 'none' };
  let faulty = /./;
  const asked: string[] = [];
  const userAgents = new Set<string>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').slice(1);
    asked.push(path);
    userAgents.add(request.headers['user-agent'] ?? '');
    const found = await answer(path, request);
    if (fault.kind !== 'none' && faulty.test(path)) misbehave(response, fault, found ?? { body: Buffer.alloc(0) });
    else if (found === null) response.writeHead(404).end('Not found');
    else reply(response, found);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    userAgents,
    misbehave(next, path = /./) {
      fault = next;
      faulty = path;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
