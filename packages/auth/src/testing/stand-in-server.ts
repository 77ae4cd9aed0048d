import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface StandInRequest {
  readonly method: string;
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

export interface StandInAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Routes = Readonly<Record<string, (request: StandInRequest) => StandInAnswer>>;

/** Faults of server-to-server calls; pages still work. `down` answers 503, `silent` never answers, `huge` sends an endless response. */
export type Trouble = 'none' | 'down' | 'silent' | 'huge';

export interface StandInServer {
  readonly url: string;
  /** `GET /path` of each request so far. */
  readonly asked: string[];
  trouble: Trouble;
  close(): Promise<void>;
}

export const json = (value: unknown, status = 200): StandInAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

const HUGE_BYTES = 4 * 1024 * 1024;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
};

/** A plain http server on loopback with `METHOD /path` routes. */
export const startStandInServer = async (makeRoutes: (url: string) => Routes): Promise<StandInServer> => {
  const asked: string[] = [];
  let routes: Routes = {};
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  // By its IP address: a browser treats it as another site than `localhost`, where the program runs.
  const standIn: StandInServer = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    asked,
    trouble: 'none',
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', standIn.url);
    const name = `${request.method} ${url.pathname}`;
    asked.push(name);
    const trouble = url.pathname.endsWith('/authorize') ? 'none' : standIn.trouble;
    if (trouble === 'silent') return;
    if (trouble === 'huge') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(HUGE_BYTES)}"`);
      return;
    }
    if (trouble === 'down') {
      response.writeHead(503).end();
      return;
    }
    const form = new URLSearchParams(await bodyOf(request));
    const route = routes[name];
    const { status, headers, body } = route?.({ method: request.method ?? 'GET', url, form, headers: request.headers }) ?? { status: 404 };
    response.writeHead(status, headers).end(body);
  };
  routes = makeRoutes(standIn.url);
  return standIn;
};
