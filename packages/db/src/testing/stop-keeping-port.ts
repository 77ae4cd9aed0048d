import { once } from 'node:events';
import { connect } from 'node:net';
import type { EmbeddedPostgres } from '../embedded/index.ts';

const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');

/**
 * Stops a server whose port is wanted again. A connection that it closes itself leaves the port in TIME_WAIT: for a minute the
 * kernel gives it to nobody who asks for any port, as tests beside this one do all the time.
 */
export async function stopKeepingPort(server: EmbeddedPostgres): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(SSL_REQUEST);
  await once(socket, 'data');
  await Promise.all([once(socket, 'close'), server.stop()]);
}
