import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue and alpha, each 0 to 255. */
export type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A square picture, drawn pixel by pixel. */
export const encodePng = (side: number, pixelAt: (x: number, y: number) => Pixel): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits a sample; red, green, blue and alpha.
  head.set([8, 6], 8);
  const rows = Array.from({ length: side }, (_, y) => Buffer.from([0, ...Array.from({ length: side }, (_, x) => pixelAt(x, y)).flat()]));
  const pixels = deflateSync(Buffer.concat(rows));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
