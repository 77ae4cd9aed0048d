import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { CipherSuite } from './cipher-suites.ts';
import { bytesOf, expandLabel, type Octets, put } from './key-derivation.ts';
import { TlsFault } from './tls-fault.ts';

export const TAG_BYTES = 16;
const BLOCK_BYTES = 16;
const HEADER_BYTES = 5;
const NONCE_BYTES = 12;

/** Keys are strings for Node: with a buffer it throws and catches twice to find that it is not a KeyObject, 5 us in all. */
const latin1 = { encoding: 'latin1' } as const;
const withTag = { ...latin1, authTagLength: TAG_BYTES } as const;

/** The contents of a record within a buffer. */
export interface Fragment {
  readonly source: Buffer;
  readonly start: number;
  readonly end: number;
}

export interface TrafficKeys {
  readonly key: Octets;
  readonly iv: Buffer;
}

/** RFC 8446 section 7.3. */
export const trafficKeys = ({ digest, keyBytes }: CipherSuite, secret: Octets): TrafficKeys => ({
  key: expandLabel(digest, secret, 'key', keyBytes),
  iv: bytesOf(expandLabel(digest, secret, 'iv', NONCE_BYTES)),
});

/** Returns the record's nonce: the big-endian sequence number XOR the end of the IV (RFC 8446 section 5.3). */
const writeNonce = (target: Buffer, at: number, iv: Buffer, sequence: number): void => {
  iv.copy(target, at);
  target.writeUInt32BE((target.readUInt32BE(at + 8) ^ sequence) >>> 0, at + 8);
};

type PlaintextSink = (source: Buffer, start: number, end: number) => boolean;

const blocksIn = ({ start, end }: Fragment): number => Math.ceil((end - start - TAG_BYTES) / BLOCK_BYTES);

/** Counter blocks for most flights; larger ones allocate. */
const scratch = Buffer.alloc(16_384);
const scratchView = new DataView(scratch.buffer, scratch.byteOffset, scratch.length);

/** XORs `size` bytes into the stream by words: single bytes cost four times as much. */
const addStream = (stream: Buffer, from: number, source: Buffer, start: number, size: number): void => {
  const words = new DataView(stream.buffer, stream.byteOffset + from, size);
  const other = new DataView(source.buffer, source.byteOffset + start, size);
  let at = 0;
  for (; at + 4 <= size; at += 4) words.setInt32(at, words.getInt32(at, true) ^ other.getInt32(at, true), true);
  for (; at < size; at += 1) words.setUint8(at, words.getUint8(at) ^ other.getUint8(at));
};

/**
 * Reads the server's encrypted handshake records. For AES-GCM, one AES-ECB call over the counter blocks of all records
 * creates the key stream, at a quarter of the cost of a cipher per record. The tags are not checked: CertificateVerify and
 * Finished authenticate every byte that is used, and nothing is accepted before both are verified.
 */
export class FlightReader {
  readonly #suite: CipherSuite;
  readonly #keys: TrafficKeys;
  #sequence = 0;

  constructor(suite: CipherSuite, keys: TrafficKeys) {
    this.#suite = suite;
    this.#keys = keys;
  }

  /** Passes each record's plaintext, including type byte and padding, to `take` until that returns false. */
  open(records: readonly Fragment[], take: PlaintextSink): void {
    for (const { start, end } of records) {
      if (end - start <= TAG_BYTES) throw new TlsFault('unusual', 'An encrypted record is too short.');
    }
    if (this.#suite.cipher === 'chacha20-poly1305') this.#openEach(records, take);
    else this.#openAll(records, take);
  }

  #openAll(records: readonly Fragment[], take: PlaintextSink): void {
    const stream = this.#keyStream(records);
    let block = 0;
    for (const record of records) {
      const { source, start } = record;
      const size = record.end - start - TAG_BYTES;
      const from = block * BLOCK_BYTES;
      addStream(stream, from, source, start, size);
      if (!take(stream, from, from + size)) return;
      block += blocksIn(record);
    }
  }

  #keyStream(records: readonly Fragment[]): Buffer {
    const blocks = records.reduce((sum, record) => sum + blocksIn(record), 0);
    const size = blocks * BLOCK_BYTES;
    const counters = size <= scratch.length ? scratch : Buffer.allocUnsafeSlow(size);
    const view = counters === scratch ? scratchView : new DataView(counters.buffer, counters.byteOffset, size);
    const { iv } = this.#keys;
    const [first, second, third] = [iv.readUInt32BE(0), iv.readUInt32BE(4), iv.readUInt32BE(8)];
    let at = 0;
    for (const record of records) {
      const last = (third ^ this.#sequence) >>> 0;
      // GCM uses counter 1 for the tag (NIST SP 800-38D section 7.1).
      for (let counter = 2, end = blocksIn(record) + 2; counter < end; counter += 1) {
        view.setUint32(at, first);
        view.setUint32(at + 4, second);
        view.setUint32(at + 8, last);
        view.setUint32(at + 12, counter);
        at += BLOCK_BYTES;
      }
      this.#sequence += 1;
    }
    const cipher = createCipheriv(this.#suite.keyBytes === 16 ? 'aes-128-ecb' : 'aes-256-ecb', this.#keys.key, null, latin1);
    cipher.setAutoPadding(false);
    return cipher.update(counters.subarray(0, size));
  }

  #openEach(records: readonly Fragment[], take: PlaintextSink): void {
    for (const { source, start, end } of records) {
      const nonce = Buffer.allocUnsafe(NONCE_BYTES);
      writeNonce(nonce, 0, this.#keys.iv, this.#sequence);
      this.#sequence += 1;
      const cipher = createDecipheriv('chacha20-poly1305', this.#keys.key, nonce, withTag);
      const size = end - start;
      cipher.setAAD(Buffer.from([23, 3, 3, size >> 8, size & 255]), { plaintextLength: size - TAG_BYTES });
      cipher.setAuthTag(source.subarray(end - TAG_BYTES, end));
      const plain = cipher.update(source.subarray(start, end - TAG_BYTES));
      try {
        cipher.final();
      } catch {
        throw new TlsFault('unproven', 'An encrypted record was changed in transit.');
      }
      if (!take(plain, 0, plain.length)) return;
    }
  }
}

const sealer = ({ cipher }: CipherSuite, key: Octets, nonce: Buffer) =>
  cipher === 'chacha20-poly1305' ? createCipheriv(cipher, key, nonce, withTag) : createCipheriv(cipher, key, nonce, latin1);

/** Returns the first encrypted record under these keys, TLS 1.3: `contents` followed by their type. */
export const sealFirstRecord = (suite: CipherSuite, { key, iv }: TrafficKeys, type: number, contents: Octets): Buffer => {
  const plainBytes = contents.length + 1;
  const size = plainBytes + TAG_BYTES;
  const record = Buffer.allocUnsafe(HEADER_BYTES + size);
  record[0] = 23;
  record[1] = 3;
  record[2] = 3;
  record[3] = size >> 8;
  record[4] = size & 255;
  record[put(record, HEADER_BYTES, contents)] = type;
  const cipher = sealer(suite, key, iv);
  cipher.setAAD(record.subarray(0, HEADER_BYTES), { plaintextLength: plainBytes });
  cipher.update(record.subarray(HEADER_BYTES, HEADER_BYTES + plainBytes)).copy(record, HEADER_BYTES);
  cipher.final();
  cipher.getAuthTag().copy(record, HEADER_BYTES + plainBytes);
  return record;
};

const EXPLICIT_NONCE_BYTES = 8;

const sequenceBytes = (sequence: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(sequence, 4);
  return bytes;
};

/** Additional data of TLS 1.2 (RFC 5246 section 6.2.3.3). */
const additionalData = (sequence: number, type: number, length: number): Buffer =>
  Buffer.concat([sequenceBytes(sequence), Buffer.from([type, 3, 3, length >> 8, length & 255])]);

const nonce12 = ({ cipher }: CipherSuite, iv: Buffer, explicit: Buffer, sequence: number): Buffer => {
  if (cipher !== 'chacha20-poly1305') return Buffer.concat([iv, explicit]);
  const nonce = Buffer.allocUnsafe(NONCE_BYTES);
  writeNonce(nonce, 0, iv, sequence);
  return nonce;
};

/** A TLS 1.2 record (RFC 5288 section 3, RFC 7905 section 2). */
export const sealRecord12 = (suite: CipherSuite, { key, iv }: TrafficKeys, sequence: number, type: number, contents: Buffer): Buffer => {
  const explicit = suite.cipher === 'chacha20-poly1305' ? Buffer.alloc(0) : sequenceBytes(sequence);
  const cipher = sealer(suite, key, nonce12(suite, iv, explicit, sequence));
  cipher.setAAD(additionalData(sequence, type, contents.length), { plaintextLength: contents.length });
  const sealed = cipher.update(contents);
  cipher.final();
  const size = explicit.length + sealed.length + TAG_BYTES;
  return Buffer.concat([Buffer.from([type, 3, 3, size >> 8, size & 255]), explicit, sealed, cipher.getAuthTag()]);
};

/** Decrypts the server's first encrypted record in TLS 1.2. Throws TlsFault for an invalid tag. */
export const openFirstRecord12 = (suite: CipherSuite, { key, iv }: TrafficKeys, type: number, record: Fragment): Buffer => {
  const { source, start, end } = record;
  const explicitBytes = suite.cipher === 'chacha20-poly1305' ? 0 : EXPLICIT_NONCE_BYTES;
  const size = end - start - explicitBytes - TAG_BYTES;
  if (size < 0) throw new TlsFault('unusual', 'An encrypted record is too short.');
  const nonce = nonce12(suite, iv, source.subarray(start, start + explicitBytes), 0);
  const cipher =
    suite.cipher === 'chacha20-poly1305'
      ? createDecipheriv(suite.cipher, key, nonce, withTag)
      : createDecipheriv(suite.cipher, key, nonce, withTag);
  cipher.setAAD(additionalData(0, type, size), { plaintextLength: size });
  cipher.setAuthTag(source.subarray(end - TAG_BYTES, end));
  const plain = cipher.update(source.subarray(start + explicitBytes, end - TAG_BYTES));
  try {
    cipher.final();
  } catch {
    throw new TlsFault('unproven', 'An encrypted record was changed in transit.');
  }
  return plain;
};

/** ECDHE key sizes of TLS 1.2's key block: 4 bytes of IV for GCM, 12 for ChaCha20. */
export const ivBytes12 = ({ cipher }: CipherSuite): number => (cipher === 'chacha20-poly1305' ? NONCE_BYTES : 4);
