/** Reads a stream of bytes in pieces of a wanted length. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer[] = [];
  #length = 0;
  #isEnded = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Exactly `length` bytes, fewer only at the end of the stream. */
  async read(length: number): Promise<Buffer> {
    while (this.#length < length && (await this.#more()));
    return this.#take(Math.min(length, this.#length));
  }

  /** The next `length` bytes as they come. Ends early with the stream. */
  async *pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#length === 0 && !(await this.#more())) return;
      const piece = this.#take(Math.min(left, this.#held[0]?.length ?? 0));
      left -= piece.length;
      yield piece;
    }
  }

  /** Ends the source, if it was not read to its end. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #more(): Promise<boolean> {
    while (!this.#isEnded) {
      const { value, done } = await this.#source.next();
      if (done === true) this.#isEnded = true;
      else if (value.length > 0) {
        this.#held.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
        this.#length += value.length;
        return true;
      }
    }
    return false;
  }

  #take(length: number): Buffer {
    const [first] = this.#held;
    this.#length -= length;
    if (first !== undefined && first.length >= length) {
      if (first.length === length) this.#held.shift();
      else this.#held[0] = first.subarray(length);
      return first.subarray(0, length);
    }
    const all = Buffer.concat(this.#held);
    this.#held = all.length > length ? [all.subarray(length)] : [];
    return all.subarray(0, length);
  }
}
