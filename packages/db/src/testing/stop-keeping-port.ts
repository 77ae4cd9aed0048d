import { once } from 'node:events';
import { connect } from 'node:net';
import type { EmbeddedPostgres } from '../embedded/index.ts';

const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');

/**
 * Stops a server whose port is needed again. A connection closed by the server leaves the port in TIME_WAIT: for a minute, the
 * kernel does not assign it to programs that ask for any port, as parallel tests do all the time.
 */
export async function stopKeepingPort(server: EmbeddedPostgres): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(SSL_REQUEST);
  await once(socket, 'data');
  await Promise.all([once(socket, 'close'), server.stop()]);
}
