import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** `drip` sends a record header and then one byte a second; `silent` accepts and says nothing. */
export type Misbehavior =
  | 'silent'
  | 'reset'
  | 'hang-up'
  | 'http'
  | 'ssh'
  | 'smtp'
  | 'garbage'
  | 'drip'
  | 'unrecognized-name'
  | 'broken-certificate'
  | 'empty-records'
  | 'warnings'
  | 'tiny-records'
  | 'endless-message'
  | 'endless-certificate';

export interface MisconfiguredServer {
  readonly address: string;
  readonly port: number;
  /** Connections accepted so far. */
  connections(): number;
  /** Closes open connections; later ones are served as before. */
  hangUp(): void;
  close(): Promise<void>;
}

const handshakeMessage = (type: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  head[0] = type;
  return Buffer.concat([head, body]);
};

const serverHello = (): Buffer => {
  const hello = Buffer.concat([Buffer.from('0303', 'hex'), Buffer.alloc(32, 7), Buffer.from('00c02f000005ff01000100', 'hex')]);
  return handshakeMessage(2, hello);
};

/** A TLS 1.2 ServerHello and a Certificate message with five invalid bytes. */
const brokenCertificate = (): Buffer => {
  const flight = Buffer.concat([serverHello(), handshakeMessage(11, Buffer.from('0000080000053003020101', 'hex'))]);
  const head = Buffer.from('1603030000', 'hex');
  head.writeUInt16BE(flight.length, 3);
  return Buffer.concat([head, flight]);
};

/** Writes the same bytes for as long as the client reads. */
const pour = (socket: Socket, bytes: Buffer): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
};

const many = (hex: string): Buffer => Buffer.concat(Array.from({ length: 2_000 }, () => Buffer.from(hex, 'hex')));

/** A TLS 1.2 ServerHello and the header of a Certificate message of this size, then endless records. */
const pourCertificate = (socket: Socket, size: number): void => {
  const head = Buffer.from([11, size >> 16, (size >> 8) & 255, size & 255]);
  const first = Buffer.concat([serverHello(), head]);
  socket.write(Buffer.concat([Buffer.from([22, 3, 3, first.length >> 8, first.length & 255]), first]));
  pour(socket, Buffer.concat([Buffer.from([22, 3, 3, 0x40, 0]), Buffer.alloc(16_384, 0x41)]));
};

const behave: Readonly<Record<Misbehavior, (socket: Socket) => void>> = {
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
  'empty-records': (socket) => socket.once('data', () => pour(socket, many('1603030000'))),
  warnings: (socket) => socket.once('data', () => pour(socket, many('1503030002015a'))),
  // A ServerHello of 65,535 extension bytes, one byte per record.
  'tiny-records': (socket) =>
    socket.once('data', () => {
      socket.write(Buffer.from('16030300040200ffff', 'hex'));
      pour(socket, many('160303000100'));
    }),
  'endless-message': (socket) => socket.once('data', () => pourCertificate(socket, 0xff_ffff)),
  'endless-certificate': (socket) => socket.once('data', () => pourCertificate(socket, 2_000_000)),
};

/** A TCP server on loopback with one misbehavior. */
export const startMisconfiguredServer = async (
  misbehavior: Misbehavior,
  { address = '127.0.0.1', port = 0 }: { readonly address?: string; readonly port?: number } = {},
): Promise<MisconfiguredServer> => {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    behave[misbehavior](socket);
  });
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  const hangUp = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address,
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    connections: () => accepted,
    hangUp,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        hangUp();
      }),
  };
};
