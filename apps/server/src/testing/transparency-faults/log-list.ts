import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import type { LocalLog } from '@notafter/transparency/testing';

interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts an HTTP server on loopback. */
export const listen = async (handle: RequestListener): Promise<Listening> => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** A signed log list on loopback. */
interface LogList extends Pick<Listening, 'close'> {
  /** The environment variables with which the program uses it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Signs a list of local logs with a new key, which is written to `dir`, and serves it. */
export const startLogList = async (logs: readonly LocalLog[], dir: string): Promise<LogList> => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const described = ({ log }: LocalLog) => ({ description: log.kind, log_id: log.id, key: log.key, mmd: 86_400, state: { usable: {} } });
  const ofKind = (kind: LocalLog['log']['kind']): LocalLog[] => logs.filter(({ log }) => log.kind === kind);
  const operators = [
    {
      name: 'Local Logs',
      logs: ofKind('rfc6962').map((each) => ({ ...described(each), url: each.log.url })),
      tiled_logs: ofKind('static').map((each) => ({
        ...described(each),
        submission_url: each.log.submissionUrl,
        monitoring_url: each.log.url,
      })),
    },
  ];
  const list = Buffer.from(JSON.stringify({ version: '1', log_list_timestamp: new Date().toISOString(), operators }));
  const signature = sign('sha256', list, privateKey);
  const server = await listen((request, response) => response.end(request.url?.endsWith('.sig') === true ? signature : list));
  const keyFile = join(dir, 'list.pem');
  await writeFile(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
  return { env: { CT_LOG_LIST_URL: `${server.url}/list.json`, CT_LOG_LIST_KEY_FILE: keyFile }, close: server.close };
};
