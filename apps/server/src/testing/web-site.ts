import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { Issued } from '@notafter/tls/testing';
import { encodePng } from './png.ts';

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

/** A gray PNG of the given size. */
export const pngOf = (side: number, gray = 120): Buffer => encodePng(side, () => [gray, gray, gray, 255]);

/** An .ico with these pictures. */
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
