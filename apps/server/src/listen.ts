import { createServer, type RequestListener, type Server } from 'node:http';
import { StartError } from './start-error.ts';

/** A port or address that cannot be had; the message names the fix. */
export class ListenError extends StartError {
  override readonly name = 'ListenError';
}

const explain = (error: Error, host: string, port: number): Error => {
  if (!('code' in error)) return error;
  switch (error.code) {
    case 'EADDRINUSE':
      return new ListenError(`Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to a free port.`, {
        cause: error,
      });
    case 'EACCES':
      return new ListenError(`This user may not listen on port ${port}. Set PORT to 1024 or above.`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ListenError(`${host} is not an address of this machine. Set HOST to 127.0.0.1, or 0.0.0.0 for every address.`, {
        cause: error,
      });
    default:
      return error;
  }
};

/** Resolves once the port is open. Rejects with a `ListenError` that says what to change. */
export const listen = (listener: RequestListener, host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }, listener);
    server.once('error', (error) => reject(explain(error, host, port)));
    server.listen(port, host, () => resolve(server));
  });

/** Takes no new connection, lets answers under way finish for `graceMs`, then cuts the rest. */
export const closeServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
