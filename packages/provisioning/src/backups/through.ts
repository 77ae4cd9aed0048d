import { pipeline } from 'node:stream/promises';
import type { createGunzip, createGzip } from 'node:zlib';

/** Passes a stream through zlib. Ends both ends with the one that fails. */
export async function* through(source: AsyncIterable<Uint8Array>, transform: ReturnType<typeof createGzip | typeof createGunzip>) {
  const done = pipeline(source, transform);
  // The reader below has the same error.
  done.catch(() => undefined);
  for await (const piece of transform) if (Buffer.isBuffer(piece)) yield piece;
  await done;
}
