import type { FetchedImage } from '@notafter/domain';

/** Larger ones are not icons but bombs: a few bytes of PNG can make a browser allocate gigabytes. */
const MAX_SIDE = 1024;
/** The size of a 16-pixel row on a high-density screen. */
const WANTED_SIDE = 32;

interface Size {
  readonly width: number;
  readonly height: number;
}

const startsWith = (bytes: Buffer, text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text;
const PNG = '\x89PNG\r\n\x1a\n';

const pngSize = (bytes: Buffer): Size | null =>
  startsWith(bytes, PNG) && startsWith(bytes, 'IHDR', 12) && bytes.length > 24
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

const gifSize = (bytes: Buffer): Size | null =>
  /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) && bytes.length > 10
    ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : null;

/** The three kinds of frame: https://developers.google.com/speed/webp/docs/riff_container and RFC 9649. */
const webpSize = (bytes: Buffer): Size | null => {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.length < 30) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
};

/** Reads the segments up to the frame header (ITU-T T.81, B.1). */
const jpegSize = (bytes: Buffer): Size | null => {
  if (!startsWith(bytes, '\xff\xd8\xff')) return null;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  return null;
};

/** A bitmap inside an icon declares twice its height, for the mask. */
const bitmapSize = (bytes: Buffer): Size | null =>
  bytes.length > 16 && bytes.readUInt32LE(0) === 40 ? { width: bytes.readInt32LE(4), height: bytes.readInt32LE(8) / 2 } : null;

const fits = ({ width, height }: Size): boolean => width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;

/** Reduces an .ico with many sizes to the one that a row needs. */
const oneOfIcons = (bytes: Buffer): Buffer | null => {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x00010000) return null;
  const count = Math.min(bytes.readUInt16LE(4), Math.floor((bytes.length - 6) / 16));
  const icons = Array.from({ length: count }, (_, index) => {
    const entry = bytes.subarray(6 + 16 * index, 22 + 16 * index);
    const start = entry.readUInt32LE(12);
    const picture = bytes.subarray(start, start + entry.readUInt32LE(8));
    const size = pngSize(picture) ?? bitmapSize(picture);
    return { entry, picture, side: size !== null && fits(size) ? size.width : 0 };
  }).filter(({ side }) => side > 0);
  const bySide = icons.toSorted((one, other) => one.side - other.side);
  const chosen = bySide.find(({ side }) => side >= WANTED_SIDE) ?? bySide.at(-1);
  if (chosen === undefined) return null;
  const head = Buffer.concat([bytes.subarray(0, 6), chosen.entry]);
  head.writeUInt16LE(1, 4);
  head.writeUInt32LE(chosen.picture.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, chosen.picture]);
};

const sizes = [
  ['image/png', pngSize],
  ['image/gif', gifSize],
  ['image/webp', webpSize],
  ['image/jpeg', jpegSize],
] as const;

/**
 * Recognizes a picture from an untrusted server by its bytes: PNG, GIF, WebP, JPEG and ICO of at most 1024 pixels. Null for
 * anything else, including SVG, which can contain scripts and unbounded work.
 */
export const readPicture = (received: Uint8Array): FetchedImage | null => {
  const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength);
  for (const [contentType, sizeOf] of sizes) {
    const size = sizeOf(bytes);
    if (size !== null) return fits(size) ? { contentType, bytes } : null;
  }
  const icon = oneOfIcons(bytes);
  return icon === null ? null : { contentType: 'image/x-icon', bytes: icon };
};
