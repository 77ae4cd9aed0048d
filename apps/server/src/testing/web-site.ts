import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { deflateSync } from 'node:zlib';
import type { Issued } from '@notafter/tls/testing';

export interface WebSite {
  readonly port: number;
  /** `Host` and path of each request so far. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** A web site over real TLS on loopback. */
export const startWebSite = async (certificate: Issued, answer: RequestListener, address = '127.0.0.1'): Promise<WebSite> => {
  const asked: string[] = [];
  const server = createServer({ cert: certificate.chainPem, key: certificate.key.privatePem }, (request, response) => {
    asked.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    answer(request, response);
  });
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const crc = body.reduce((value, byte) => (crcTable[(value ^ byte) & 255] ?? 0) ^ (value >>> 8), 0xffffffff) ^ 0xffffffff;
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A PNG of one grey, as large as is said. */
export const pngOf = (side: number, grey = 120): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits of grey.
  head[8] = 8;
  const row = Buffer.alloc(side + 1, grey);
  row[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** An .ico that holds these pictures. */
export const icoOf = (pictures: readonly Buffer[]): Buffer => {
  const head = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = head.length + 16 * pictures.length;
  const entries = pictures.map((picture) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...pictures]);
};
