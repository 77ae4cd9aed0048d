/**
 * The pieces of a stream in parts of equal size, of which the last may be shorter, or empty if it is the only one. All are in one
 * buffer: a part is valid until the next one is asked for.
 */
export async function* partsOf(
  source: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<{ readonly part: Buffer; readonly isLast: boolean }> {
  const buffer = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const piece of source) {
    for (let taken = 0; taken < piece.length; ) {
      if (filled === partBytes) {
        yield { part: buffer, isLast: false };
        filled = 0;
      }
      const length = Math.min(partBytes - filled, piece.length - taken);
      buffer.set(piece.subarray(taken, taken + length), filled);
      filled += length;
      taken += length;
    }
  }
  yield { part: buffer.subarray(0, filled), isLast: true };
}
