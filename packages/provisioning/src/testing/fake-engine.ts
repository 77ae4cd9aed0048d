import { once } from 'node:events';
import { createServer } from 'node:http';

export interface FakeEngine {
  readonly path: string;
  /** Method and path of every request. */
  readonly asked: string[];
  answer(request: string | RegExp, status: number, body: unknown): void;
  close(): Promise<void>;
}

/** An engine with one container, for answers that a real one gives only when something breaks. */
export const startFakeEngine = async (path: string): Promise<FakeEngine> => {
  const asked: string[] = [];
  const answers: { readonly request: string | RegExp; readonly status: number; readonly body: unknown }[] = [];
  let labels: Readonly<Record<string, string>> | null = null;
  let volumeLabels: Readonly<Record<string, string>> | null = null;

  const usual = (request: string, body: string): { readonly status: number; readonly body: unknown } => {
    if (request === 'POST /containers/create') labels = JSON.parse(body).Labels;
    if (request.startsWith('DELETE /containers/')) labels = null;
    if (request === 'POST /volumes/create') volumeLabels = JSON.parse(body).Labels;
    if (request === 'POST /volumes/create') return { status: 201, body: { Labels: volumeLabels } };
    if (request === 'GET /volumes') return { status: 200, body: { Volumes: null } };
    if (/^GET \/(containers\/json|networks)$/.test(request)) return { status: 200, body: [] };
    if (request.startsWith('GET /images/')) return { status: 200, body: { Id: 'image' } };
    if (request.startsWith('GET /containers/') && labels !== null) {
      return { status: 200, body: { Id: 'one', Name: 'one', State: { Status: 'created' }, Config: { Labels: labels } } };
    }
    return request.startsWith('GET ') && request !== 'GET /_ping'
      ? { status: 404, body: { message: 'absent' } }
      : { status: 200, body: {} };
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const line = `${request.method} ${(request.url ?? '').replace(/^\/v[\d.]+/, '').replace(/\?.*$/, '')}`;
    asked.push(line);
    const scripted = answers.find((one) => (typeof one.request === 'string' ? one.request === line : one.request.test(line)));
    const { status, body } = scripted ?? usual(line, Buffer.concat(chunks).toString());
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    path,
    asked,
    answer: (request, status, body) => void answers.push({ request, status, body }),
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
