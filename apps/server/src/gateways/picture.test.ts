import { describe, expect, it } from 'vitest';
import { icoOf, pngOf } from '../testing/web-site.ts';
import { readPicture } from './picture.ts';

const bytesOf = (text: string, length = 64): Buffer =>
  Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(Math.max(0, length - text.length))]);
const gifOf = (width: number, height: number): Buffer => {
  const gif = bytesOf('GIF89a');
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return gif;
};
const jpegOf = (width: number, height: number, before: readonly number[] = []): Buffer => {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3]);
  return Buffer.concat([Buffer.from([0xff, 0xd8, ...(before.length === 0 ? [0xff, 0xe0, 0, 4, 0, 0] : before)]), frame, Buffer.alloc(20)]);
};
const webpOf = (kind: 'VP8 ' | 'VP8L' | 'VP8X', side: number): Buffer => {
  const webp = bytesOf(`RIFF\0\0\0\0WEBP${kind}`);
  if (kind === 'VP8 ') {
    webp.writeUInt16LE(side, 26);
    webp.writeUInt16LE(side, 28);
  }
  if (kind === 'VP8L') webp.writeUInt32LE(((side - 1) | ((side - 1) << 14)) >>> 0, 21);
  if (kind === 'VP8X') {
    webp.writeUIntLE(side - 1, 24, 3);
    webp.writeUIntLE(side - 1, 27, 3);
  }
  return webp;
};
/** 40 bytes of header; the height includes the mask. */
const bitmapOf = (side: number): Buffer => {
  const bitmap = Buffer.alloc(48);
  bitmap.writeUInt32LE(40, 0);
  bitmap.writeInt32LE(side, 4);
  bitmap.writeInt32LE(side * 2, 8);
  return bitmap;
};

describe('a picture', () => {
  it.each([
    ['image/png', pngOf(16)],
    ['image/png', pngOf(1024)],
    ['image/gif', gifOf(32, 16)],
    ['image/jpeg', jpegOf(180, 180)],
    ['image/jpeg', jpegOf(1024, 20, [0xff, 0xfe, 0, 5, 1, 2, 3])],
    ['image/webp', webpOf('VP8 ', 64)],
    ['image/webp', webpOf('VP8L', 48)],
    ['image/webp', webpOf('VP8X', 512)],
    ['image/x-icon', icoOf([bitmapOf(16)])],
    ['image/x-icon', icoOf([pngOf(32)])],
  ])('is recognized by its bytes: %s', (contentType, bytes) => {
    expect(readPicture(bytes)).toEqual({ contentType, bytes });
  });

  it('of an .ico is the smallest one for a high-density screen, alone', () => {
    expect(readPicture(icoOf([bitmapOf(16), bitmapOf(256), pngOf(48), bitmapOf(64)]))?.bytes).toEqual(icoOf([pngOf(48)]));
    expect(readPicture(icoOf([bitmapOf(16), bitmapOf(24)]))?.bytes).toEqual(icoOf([bitmapOf(24)]));
  });
});

describe('not a picture', () => {
  const pngClaiming = (side: number): Buffer => {
    const png = pngOf(16);
    png.writeUInt32BE(side, 16);
    return png;
  };
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG behind an XML declaration', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG of gigabytes once unpacked', pngClaiming(40_000)],
    ['a PNG without size', pngClaiming(0)],
    ['a GIF of gigabytes once unpacked', gifOf(65_535, 65_535)],
    ['a JPEG of gigabytes once unpacked', jpegOf(65_535, 65_535)],
    ['a WebP of gigabytes once unpacked', webpOf('VP8X', 16_000_000)],
    ['an icon that contains a bomb', icoOf([pngClaiming(40_000)])],
    ['an icon whose entry is outside the file', icoOf([pngOf(16)]).subarray(0, 30)],
    ['an icon that claims 65,535 entries', Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), Buffer.alloc(40)])],
    ['a JPEG with invalid segments', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0, 0, 0, 0, 0])],
    ['the first bytes of a PNG', pngOf(16).subarray(0, 20)],
  ])('is %s', (_, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });
});

it('never throws, for any bytes', () => {
  const heads = [pngOf(16), gifOf(16, 16), jpegOf(16, 16), webpOf('VP8X', 16), icoOf([pngOf(32), bitmapOf(16)])];
  for (const head of heads) {
    for (let length = 0; length <= Math.min(head.length, 200); length += 1) readPicture(head.subarray(0, length));
    for (let at = 0; at < Math.min(head.length, 200); at += 1) {
      const damaged = Buffer.from(head);
      damaged[at] = 255;
      readPicture(damaged);
    }
  }
});
