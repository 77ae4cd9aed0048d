import { alertName, CLOSE_NOTIFY } from '../probe/protocol/alerts.ts';
import { extensionIds, u16 } from '../probe/protocol/client-hello.ts';
import { RecordReader, recordTypes } from '../probe/protocol/record-reader.ts';
import { messageTypes, readCertificateList, readExtensions } from '../probe/protocol/server-messages.ts';
import { TlsFault } from '../probe/protocol/tls-fault.ts';
import { WireReader } from '../probe/protocol/wire-reader.ts';
import { type ScannedVersion, versionOf } from './scan-hello.ts';
import { isEphemeralDh, isEphemeralEc } from './suite-registry.ts';

/** The choices of a ServerHello or a HelloRetryRequest. */
export interface Choice {
  readonly version: ScannedVersion;
  readonly suite: number;
  readonly compression: number;
  /** TLS 1.3 group, chosen or requested. */
  readonly group: number | null;
  readonly hasRenegotiationInfo: boolean;
}

/** The plaintext contents of a ServerKeyExchange. */
export interface SentExchange {
  /** Named curve of ECDHE. */
  readonly group: number | null;
  /** Size of the prime of DHE. */
  readonly primeBits: number | null;
  /** TLS 1.2's signature scheme. */
  readonly scheme: number | null;
}

export interface ServerAnswer {
  readonly choice: Choice;
  /** Null if not requested, or if the suite has none. */
  readonly exchange: SentExchange | null;
  /** DER, as sent in plaintext before TLS 1.3; empty if not requested or if the suite needs no certificate. */
  readonly chain: readonly Buffer[];
}

/** A chain of 100 KB and the rest; more is a flood. */
const MAX_MESSAGE_BYTES = 262_144;
const HEADER_BYTES = 4;
const FATAL = 2;
const NAMED_CURVE = 3;

const readChoice = (body: Buffer): Choice => {
  const reader = new WireReader(body);
  const legacyVersion = reader.u16();
  reader.take(32);
  reader.vector8();
  const suite = reader.u16();
  const compression = reader.u8();
  const extensions = readExtensions(reader);
  const selected = extensions.get(extensionIds.supportedVersions);
  const version = versionOf(selected === undefined ? legacyVersion : new WireReader(selected).u16());
  if (version === null) throw new TlsFault('unusual', 'The server chose an unknown version.');
  const share = extensions.get(extensionIds.keyShare);
  return {
    version,
    suite,
    compression,
    group: version === 'TLSv1.3' && share !== undefined ? new WireReader(share).u16() : null,
    hasRenegotiationInfo: extensions.has(extensionIds.renegotiationInfo),
  };
};

const bitsOf = (number: Buffer): number => {
  const first = number.findIndex((byte) => byte !== 0);
  return first === -1 ? 0 : (number.length - first - 1) * 8 + (32 - Math.clz32(number[first] ?? 0));
};

/** RFC 8422 section 5.4, RFC 5246 section 7.4.3. */
const readExchange = (body: Buffer, { version, suite }: Choice): SentExchange | null => {
  const reader = new WireReader(body);
  let group: number | null = null;
  let primeBits: number | null = null;
  if (isEphemeralEc(suite)) {
    if (reader.u8() !== NAMED_CURVE) return null;
    group = reader.u16();
    reader.vector8();
  } else if (isEphemeralDh(suite)) {
    primeBits = bitsOf(reader.vector16());
    reader.vector16();
    reader.vector16();
  } else return null;
  return { group, primeBits, scheme: version === 'TLSv1.2' && reader.more ? reader.u16() : null };
};

/** Reads the requested part of a server's first flight. Throws only TlsFault. */
export class AnswerReader {
  readonly #records = new RecordReader();
  readonly #waitsForExchange: boolean;
  #held: Buffer = Buffer.alloc(0);
  #choice: Choice | null = null;
  #answer: ServerAnswer | null = null;
  #chain: readonly Buffer[] = [];

  constructor(waitsForExchange: boolean) {
    this.#waitsForExchange = waitsForExchange;
  }

  /** Receives bytes; returns the answer once complete. */
  push(chunk: Buffer): ServerAnswer | null {
    this.#records.push(chunk, chunk.length, (type, source, start, end) => {
      if (this.#answer !== null) return;
      if (type === recordTypes.alert) this.#takeAlert(source, start, end);
      else if (type === recordTypes.handshake) this.#takeHandshake(source.subarray(start, end));
      else if (type !== recordTypes.changeCipherSpec) throw new TlsFault('unusual', 'Encrypted data came too early.');
    });
    return this.#answer;
  }

  #takeAlert(source: Buffer, start: number, end: number): void {
    if (end - start !== 2) throw new TlsFault('unusual', 'An alert does not have two bytes.');
    const [level = 0, code = 0] = source.subarray(start, end);
    if (code === CLOSE_NOTIFY) throw new TlsFault('closed', 'The server closed the connection.');
    // Warnings, such as unrecognized_name, do not end a handshake; the record reader bounds their number.
    if (level === FATAL) throw new TlsFault('alert', alertName(code));
  }

  #takeHandshake(bytes: Buffer): void {
    this.#held = Buffer.concat([this.#held, bytes]);
    if (this.#held.length > MAX_MESSAGE_BYTES) throw new TlsFault('flood', 'A message is too long.');
    while (this.#answer === null && this.#held.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + this.#held.readUIntBE(1, 3);
      if (end > MAX_MESSAGE_BYTES) throw new TlsFault('flood', 'A message is too long.');
      if (this.#held.length < end) return;
      this.#takeMessage(this.#held[0] ?? 0, this.#held.subarray(HEADER_BYTES, end));
      this.#held = this.#held.subarray(end);
    }
  }

  #takeMessage(type: number, body: Buffer): void {
    if (type === messageTypes.helloRequest) return;
    if (this.#choice === null) {
      if (type !== messageTypes.serverHello) throw new TlsFault('unusual', 'The first message is not a ServerHello.');
      this.#choice = readChoice(body);
      if (!this.#waitsForExchange || this.#choice.version === 'TLSv1.3') this.#answer = { choice: this.#choice, exchange: null, chain: [] };
      return;
    }
    const choice = this.#choice;
    if (type === messageTypes.certificate) this.#chain = readCertificateList(new WireReader(body), 'TLSv1.2').chain;
    if (type === messageTypes.serverKeyExchange) this.#answer = { choice, exchange: readExchange(body, choice), chain: this.#chain };
    if (type === messageTypes.serverHelloDone) this.#answer = { choice, exchange: null, chain: this.#chain };
  }
}

/** A `close_notify` in a record of the oldest version, which ends each connection of a scan. */
export const goodbye: Buffer = Buffer.concat([Buffer.from([recordTypes.alert]), u16(0x0301), u16(2), Buffer.from([1, CLOSE_NOTIFY])]);
