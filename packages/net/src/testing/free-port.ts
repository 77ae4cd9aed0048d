import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Returns a port of 127.0.0.1 for a server that must know its address before it listens. A connection that its listener
 * closed first keeps the port in TIME_WAIT: for a minute the kernel does not assign it, but a server can bind it by number.
 */
export const freePort = async (): Promise<number> => {
  const server = createServer((socket) => socket.resume().end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  const socket = connect(address.port, '127.0.0.1').resume();
  await once(socket, 'close');
  server.close();
  await once(server, 'close');
  return address.port;
};
