import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A port of 127.0.0.1 for a server that has to know its address before it listens. A connection that its listener closed first
 * keeps it in TIME_WAIT: for a minute the kernel gives it to nobody who asks for any port, while whoever names it may listen.
 */
export const freePort = async (): Promise<number> => {
  const server = createServer((socket) => socket.resume().end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  const socket = connect(address.port, '127.0.0.1').resume();
  await once(socket, 'close');
  server.close();
  await once(server, 'close');
  return address.port;
};
