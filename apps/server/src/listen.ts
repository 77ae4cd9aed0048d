import { createServer, type RequestListener, type Server } from 'node:http';
import { StartError } from './start-error.ts';

/** A port or address that is not available; the message names the fix. */
export class ListenError extends StartError {
  override readonly name = 'ListenError';
}

const explain = (error: Error, host: string, port: number): Error => {
  if (!('code' in error)) return error;
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} on ${host} is in use by another program. Stop it, or set PORT to a free port.`, {
        cause: error,
      });
    case 'EACCES':
      return new ListenError(`This user cannot listen on port ${port}. Set PORT to 1024 or above.`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`${host} is not an address of this machine. Set HOST to 127.0.0.1, or 0.0.0.0 for every address.`, {
        cause: error,
      });
    default:
      return error;
  }
};

/** Resolves when the port is open. Rejects with a `ListenError` that says what to change. */
export const listen = (listener: RequestListener, host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }, listener);
    server.once('error', (error) => reject(explain(error, host, port)));
    server.listen(port, host, () => resolve(server));
  });

/** Accepts no new connection, lets requests in flight finish for `graceMs`, then closes the rest. */
export const closeServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
