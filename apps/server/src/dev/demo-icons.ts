import { createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { encodePng, type Pixel } from '../testing/png.ts';

const SIDE = 32;
const CENTRE = (SIDE - 1) / 2;
const CLEAR: Pixel = [0, 0, 0, 0];
/** Bright and dark icons, with and without a background. */
const inks: readonly Pixel[] = [
  [230, 70, 60, 255],
  [40, 110, 220, 255],
  [20, 20, 24, 255],
  [245, 245, 245, 255],
  [40, 160, 110, 255],
];
const grounds: readonly Pixel[] = [CLEAR, CLEAR, [250, 200, 60, 255], [30, 40, 70, 255]];
const shapes: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => Math.hypot(x, y) < 14,
  (x, y) => Math.abs(x) + Math.abs(y) < 15,
  (x, y) => Math.hypot(x, y) < 14 && Math.hypot(x, y) > 7,
  (x, y) => Math.abs(y) < 13 && Math.floor((x + 16) / 6) % 2 === 0,
  (x, y) => Math.abs(x) < 12 && Math.abs(y) < 12 && x + y < 8,
];

/** A different shape for each site; every fourth has none. */
const iconOf = (name: string): Buffer | null => {
  const [shape = 0, ink = 0, ground = 0, luck = 0] = createHash('sha256').update(name).digest();
  const covers = shapes[shape % shapes.length];
  if (luck % 4 === 0 || covers === undefined) return null;
  const [drawn = CLEAR, behind = CLEAR] = [inks[ink % inks.length], grounds[ground % grounds.length]];
  return encodePng(SIDE, (x, y) => (covers(x - CENTRE, y - CENTRE) ? drawn : behind));
};

/** Just enough HTTP to serve the icon of a demo site. */
export const answerIcons = (socket: TLSSocket, name: string): void => {
  socket.once('data', (request: Buffer) => {
    const icon = request.toString('latin1').startsWith('GET /favicon.ico ') ? iconOf(name) : null;
    const status = icon === null ? '404 Not Found' : '200 OK';
    socket.write(`HTTP/1.1 ${status}\r\ncontent-length: ${icon?.length ?? 0}\r\nconnection: close\r\n\r\n`);
    socket.end(icon ?? Buffer.alloc(0));
  });
};
