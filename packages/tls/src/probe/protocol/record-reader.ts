import { TlsFault } from './tls-fault.ts';

export const recordTypes = { changeCipherSpec: 20, alert: 21, handshake: 22, applicationData: 23 } as const;

const HEADER_BYTES = 5;
/** RFC 5246 section 6.2.3: the maximum that encryption can add. RFC 8446 allows less. */
const MAX_FRAGMENT = 16_384 + 2_048;
/** A chain of 2 MB in small records; normal servers send five to fifty. */
const MAX_RECORDS = 4_096;
/** Records without progress: compatibility ChangeCipherSpecs and warnings. */
const MAX_IDLE_RECORDS = 16;

/** Receives one whole record with the bounds of its contents. The bytes are valid until the call of `push` ends. */
export type RecordSink = (type: number, source: Buffer, start: number, end: number) => void;

/** Splits a stream into records. Buffers at most one incomplete record, 18 KB. Throws only TlsFault. */
export class RecordReader {
  #partial: Buffer | null = null;
  #held = 0;
  #records = 0;
  #idle = 0;

  /** Receives the first `length` bytes of `chunk`. Passes each complete record to `sink` while that returns true. */
  push(chunk: Buffer, length: number, sink: RecordSink): void {
    let at = 0;
    while (at < length) {
      if (this.#partial !== null) {
        at = this.#complete(this.#partial, chunk, at, length, sink);
        continue;
      }
      if (length - at >= HEADER_BYTES) {
        const end = at + HEADER_BYTES + this.#lengthAt(chunk, at);
        if (end <= length) {
          this.#emit(chunk, at, end, sink);
          at = end;
          continue;
        }
      } else if (this.#records === 0) this.#checkFirstByte(chunk[at]);
      this.#partial = Buffer.allocUnsafeSlow(HEADER_BYTES);
      this.#held = 0;
    }
  }

  /** Whether part of the next record has arrived. */
  get isWithinRecord(): boolean {
    return this.#partial !== null && this.#held > 0;
  }

  #complete(partial: Buffer, chunk: Buffer, from: number, length: number, sink: RecordSink): number {
    let at = from;
    if (this.#held < HEADER_BYTES) {
      const copied = chunk.copy(partial, this.#held, at, Math.min(length, at + HEADER_BYTES - this.#held));
      this.#held += copied;
      at += copied;
      if (this.#held < HEADER_BYTES) return at;
      const whole = Buffer.allocUnsafeSlow(HEADER_BYTES + this.#lengthAt(partial, 0));
      partial.copy(whole, 0, 0, HEADER_BYTES);
      this.#partial = whole;
      if (whole.length > HEADER_BYTES) return at;
    }
    const target = this.#partial ?? partial;
    const copied = chunk.copy(target, this.#held, at, Math.min(length, at + target.length - this.#held));
    this.#held += copied;
    if (this.#held === target.length) {
      this.#partial = null;
      this.#emit(target, 0, target.length, sink);
    }
    return at + copied;
  }

  #emit(source: Buffer, at: number, end: number, sink: RecordSink): void {
    const type = source[at] ?? 0;
    this.#records += 1;
    if (this.#records > MAX_RECORDS) throw new TlsFault('flood', 'The server sent too many records.');
    if (type === recordTypes.changeCipherSpec || type === recordTypes.alert) {
      this.#idle += 1;
      if (this.#idle > MAX_IDLE_RECORDS) throw new TlsFault('flood', 'The server sent too many records without progress.');
    }
    sink(type, source, at + HEADER_BYTES, end);
  }

  #checkFirstByte(type: number | undefined): void {
    if (type === recordTypes.handshake || type === recordTypes.alert) return;
    throw new TlsFault('not_tls', 'The answer does not start with a TLS record.');
  }

  #lengthAt(bytes: Buffer, at: number): number {
    const type = bytes[at] ?? 0;
    if (this.#records === 0) this.#checkFirstByte(type);
    if (type < recordTypes.changeCipherSpec || type > recordTypes.applicationData || bytes[at + 1] !== 3) {
      throw new TlsFault(this.#records === 0 ? 'not_tls' : 'unusual', 'A record has an unknown header.');
    }
    const length = (bytes[at + 3] ?? 0) * 256 + (bytes[at + 4] ?? 0);
    if (length > MAX_FRAGMENT) throw new TlsFault(this.#records === 0 ? 'not_tls' : 'unusual', 'A record is too long.');
    // An empty record makes no progress; RFC 8446 section 5.1 forbids them except for application data.
    if (length === 0) throw new TlsFault('unusual', 'A record is empty.');
    return length;
  }
}
