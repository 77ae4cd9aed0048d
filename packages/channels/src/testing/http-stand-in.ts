import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerRefused, answerTaken } from './answer-as.ts';
import { type Behavior, takes } from './behaviors.ts';
import type { ReceivedLog } from './received-log.ts';
import type { Vendor, VendorRequest } from './vendor.ts';

export interface HttpStandInOptions {
  /** By the first segment of their paths. */
  readonly vendors: ReadonlyMap<string, Vendor>;
  readonly decide: (channel: string) => Behavior;
  readonly log: ReceivedLog;
  /** Between the pieces of a slow body. */
  readonly pieceMs: number;
  readonly port: number;
  /** Requests below `/_` come from the test, not from a sender. */
  readonly control: (request: IncomingMessage, response: ServerResponse, body: string) => void;
}

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const keyOf = ({ headers }: IncomingMessage): string | null => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
};

export interface HttpStandIn {
  readonly port: number;
  close(): Promise<void>;
}

/** All vendors that speak HTTP, on one port of 127.0.0.1. */
export const startHttpStandIn = async ({ vendors, decide, log, pieceMs, port, control }: HttpStandInOptions): Promise<HttpStandIn> => {
  const serve = async (request: IncomingMessage, response: ServerResponse, channel: string, vendor: Vendor, rest: URL): Promise<void> => {
    const behavior = decide(channel);
    const note = { channel, behavior, key: keyOf(request), path: `${rest.pathname}${rest.search}` };
    const nothing = { taken: false, vendorKey: null, problems: [], body: null };
    if (behavior === 'reset-before-reading') {
      log.add({ ...note, ...nothing });
      answerRefused(response, behavior, vendor);
      return;
    }
    const body = await readAll(request);
    if (!takes(behavior)) {
      log.add({ ...note, ...nothing, body });
      answerRefused(response, behavior, vendor);
      return;
    }
    const { method = '', headers } = request;
    const read: VendorRequest = { method, path: rest.pathname, query: rest.searchParams, headers, body };
    const answer = vendor.accept(read);
    const { problems = [], vendorKey = null } = answer;
    const isRead = method === 'GET' || problems.length > 0;
    log.add({ ...note, taken: !isRead, vendorKey, problems, body });
    await answerTaken(response, behavior, answer, pieceMs);
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const [, channel = '', ...segments] = url.pathname.split('/');
    const vendor = vendors.get(channel);
    if (channel.startsWith('_')) {
      readAll(request).then(
        (body) => control(request, response, body),
        () => response.destroy(),
      );
    } else if (vendor === undefined) {
      response.writeHead(404).end('no such vendor');
    } else {
      serve(request, response, channel, vendor, new URL(`/${segments.join('/')}${url.search}`, url)).catch(() => response.destroy());
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
