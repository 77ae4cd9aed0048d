import { Agent, request } from 'node:https';
import { API_TIMEOUT_MS, MAX_PAGE_BYTES } from '../limits.ts';
import { FileFault } from '../reading.ts';
import type { ClusterAccess } from './access.ts';

export interface ClusterConnection {
  /** Calls `use` with the body of a GET and overwrites it with zeros afterwards. Returns null for 410 Gone. Throws FileFault. */
  get<T>(path: string, use: (body: Buffer) => T): Promise<T | null>;
  close(): void;
}

const faultOf = (error: unknown): FileFault => {
  if (error instanceof FileFault) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new FileFault('unreachable', `The cluster can't be reached (${code}).`);
};

const statusFault = (status: number): FileFault | null => {
  if (status === 401) return new FileFault('permission_denied', 'The cluster rejects the token or certificate (401).');
  if (status === 403)
    return new FileFault('permission_denied', 'The account may not list Secrets (403). Allow it "list" on "secrets" in these namespaces.');
  return status === 200 || status === 410 ? null : new FileFault('unreachable', `The cluster responds with status ${status}.`);
};

/** Collects the chunks of a body and overwrites them. */
const joined = (chunks: readonly Buffer[], size: number): Buffer => {
  const body = Buffer.alloc(size);
  let at = 0;
  for (const chunk of chunks) {
    at += chunk.copy(body, at);
    chunk.fill(0);
  }
  return body;
};

/** Opens connections to the API of a cluster, always with TLS verification. It follows no redirects. */
export const connectCluster = ({ server, serverName, ca, token, certificate, key }: ClusterAccess): ClusterConnection => {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    // NODE_TLS_REJECT_UNAUTHORIZED must not change it.
    rejectUnauthorized: true,
    ...(ca === null ? {} : { ca }),
    ...(certificate === null || key === null ? {} : { cert: certificate, key }),
    ...(serverName === null ? {} : { servername: serverName }),
  });
  const headers = { accept: 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  const fetchBody = (path: string): Promise<Buffer | null> =>
    new Promise((resolve, reject) => {
      const url = new URL(`${server.pathname.replace(/\/$/, '')}${path}`, server);
      const sent = request(url, { agent, headers, signal: AbortSignal.timeout(API_TIMEOUT_MS) }, (response) => {
        const fault = statusFault(response.statusCode ?? 0);
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_PAGE_BYTES) sent.destroy(new FileFault('too_large', 'The cluster responds with more than 64 MiB at once.'));
          else chunks.push(chunk);
        });
        response.once('error', reject);
        response.once('end', () => {
          const body = joined(chunks, size);
          if (fault !== null) reject(fault);
          else resolve(response.statusCode === 410 ? null : body);
        });
      });
      sent.once('error', reject).end();
    });
  return {
    async get(path, use) {
      let body: Buffer | null = null;
      try {
        body = await fetchBody(path);
        return body === null ? null : use(body);
      } catch (error) {
        throw faultOf(error);
      } finally {
        body?.fill(0);
      }
    },
    close: () => agent.destroy(),
  };
};
