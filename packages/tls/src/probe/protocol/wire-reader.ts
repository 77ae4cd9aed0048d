import { TlsFault } from './tls-fault.ts';

const cutShort = (): never => {
  throw new TlsFault('unusual', 'A message is truncated.');
};

/** Reads the contents of a handshake message without copying. Throws only TlsFault. */
export class WireReader {
  readonly bytes: Buffer;
  at: number;
  readonly end: number;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get more(): boolean {
    return this.at < this.end;
  }

  u8(): number {
    if (this.at >= this.end) cutShort();
    const value = this.bytes[this.at] ?? 0;
    this.at += 1;
    return value;
  }

  u16(): number {
    return this.u8() * 256 + this.u8();
  }

  u24(): number {
    return this.u16() * 256 + this.u8();
  }

  take(length: number): Buffer {
    if (length > this.end - this.at) cutShort();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  vector8(): Buffer {
    return this.take(this.u8());
  }

  vector16(): Buffer {
    return this.take(this.u16());
  }

  vector24(): Buffer {
    return this.take(this.u24());
  }

  /** Returns a reader of the next `length` bytes and skips them. */
  inside(length: number): WireReader {
    if (length > this.end - this.at) cutShort();
    this.at += length;
    return new WireReader(this.bytes, this.at - length, this.at);
  }

  finish(): void {
    if (this.at !== this.end) throw new TlsFault('unusual', 'A message has trailing bytes.');
  }
}
