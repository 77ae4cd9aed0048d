import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

export interface RepeatingProxy {
  /** Its Unix socket. */
  readonly path: string;
  close(): Promise<void>;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Passes calls on to an HTTP server on a Unix socket, and makes the first one whose path has that part twice, as another client would. */
export const repeatFirst = async (target: string, part: string): Promise<RepeatingProxy> => {
  const pass = async (call: Call, body: Buffer): Promise<IncomingMessage> => {
    const sent = request({ socketPath: target, agent: false, ...call });
    const answered = once(sent, 'response');
    sent.end(body);
    const [answer] = await answered;
    return answer;
  };
  let isRepeated = false;
  const path = join(tmpdir(), `notafter-proxy-${randomUUID()}.sock`);
  const server = createServer(async (incoming, outgoing) => {
    const call = { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers: incoming.headers };
    const body = await buffer(incoming);
    if (!isRepeated && call.path.includes(part)) {
      isRepeated = true;
      (await pass(call, body)).resume();
    }
    const answer = await pass(call, body);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  }).listen(path);
  await once(server, 'listening');
  return {
    path,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(path, { force: true });
    },
  };
};
