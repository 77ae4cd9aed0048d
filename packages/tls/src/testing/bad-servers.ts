import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** `drip` sends a record header and then one byte a second; `silent` accepts and says nothing. */
export type Misbehaviour =
  | 'silent'
  | 'reset'
  | 'hang-up'
  | 'http'
  | 'ssh'
  | 'smtp'
  | 'garbage'
  | 'drip'
  | 'unrecognized-name'
  | 'broken-certificate';

export interface BadServer {
  readonly address: string;
  readonly port: number;
  /** Connections accepted so far. */
  connections(): number;
  close(): Promise<void>;
}

const handshakeMessage = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  head[0] = type;
  return Buffer.concat([head, body]);
};

/** A TLS 1.2 ServerHello and a Certificate message that holds five bytes of no certificate. */
const brokenCertificate = (): Buffer => {
  const hello = Buffer.concat([Buffer.from('0303', 'hex'), Buffer.alloc(32, 7), Buffer.from('00c02f000005ff01000100', 'hex')]);
  const flight = Buffer.concat([handshakeMessage(2, hello), handshakeMessage(11, Buffer.from('0000080000053003020101', 'hex'))]);
  const head = Buffer.from('1603030000', 'hex');
  head.writeUInt16BE(flight.length, 3);
  return Buffer.concat([head, flight]);
};

const behave: Readonly<Record<Misbehaviour, (socket: Socket) => void>> = {
  silent: () => undefined,
  reset: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  'hang-up': (socket) => socket.once('data', () => socket.end()),
  http: (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')),
  ssh: (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n'),
  smtp: (socket) => socket.write('220 mail.test ESMTP\r\n'),
  garbage: (socket) => socket.once('data', () => socket.end(Buffer.alloc(512, 0xa7))),
  drip: (socket) => {
    socket.write(Buffer.from([0x16, 0x03, 0x03, 0x10, 0x00]));
    const timer = setInterval(() => socket.write(Buffer.from([0])), 1_000);
    socket.once('close', () => clearInterval(timer));
  },
  'unrecognized-name': (socket) => socket.once('data', () => socket.end(Buffer.from('15030300020270', 'hex'))),
  'broken-certificate': (socket) => socket.once('data', () => socket.write(brokenCertificate())),
};

/** A TCP server on loopback that is wrong in one given way. */
export const startBadServer = async (
  misbehaviour: Misbehaviour,
  { address = '127.0.0.1', port = 0 }: { readonly address?: string; readonly port?: number } = {},
): Promise<BadServer> => {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    behave[misbehaviour](socket);
  });
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  return {
    address,
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    connections: () => accepted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
