import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Caller, createCaller } from './cloud-faults.ts';

export interface FakeRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface FakeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Null: the connection ends without an answer. */
export type FakeHandler = (request: FakeRequest, caller: Caller) => Promise<FakeReply | null>;

/** How a caller reaches a fake without a socket. */
export const fetchFrom =
  (handle: FakeHandler, caller: Caller): typeof globalThis.fetch =>
  async (input, init) => {
    init?.signal?.throwIfAborted();
    const { pathname, search } = new URL(String(input));
    const request = {
      ...{ method: init?.method ?? 'GET', url: `${pathname}${search}`, body: typeof init?.body === 'string' ? init.body : '' },
      headers: Object.fromEntries(new Headers(init?.headers)),
    };
    const found = await handle(request, caller);
    if (found === null) throw new TypeError('fetch failed');
    return new Response(found.status === 204 ? null : found.body, found);
  };

export interface FakeListener {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A fake on a port of this machine. `onCall` runs before each call is answered. */
export const listenWith = async (handle: FakeHandler, onCall?: () => void): Promise<FakeListener> => {
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, one]) => [name, String(one)]));
    const body = await text(request);
    onCall?.();
    const found = await handle({ method: request.method ?? '', url: request.url ?? '', headers, body }, createCaller());
    if (found === null) return void request.socket.destroy();
    response.writeHead(found.status, found.headers).end(found.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
