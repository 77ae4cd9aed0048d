import { timingSafeEqual } from 'node:crypto';
import { CLOSE_NOTIFY } from './alerts.ts';
import type { CipherSuite } from './cipher-suites.ts';
import type { HandshakeCore, Message } from './handshake-core.ts';
import { bytesOf, digestBytes, emptyHash, expandLabel, hmac, type Octets, octetsOf, put } from './key-derivation.ts';
import type { KeyGroup } from './key-groups.ts';
import { FlightReader, type Fragment, sealFirstRecord, trafficKeys } from './record-protection.ts';
import { recordTypes } from './record-reader.ts';
import { messageTypes, readAlpn, readCertificateList, readEncryptedExtensions } from './server-messages.ts';
import { isSigned, schemeName } from './signature-schemes.ts';
import { TlsFault } from './tls-fault.ts';
import { WireReader } from './wire-reader.ts';

const { encryptedExtensions, certificateRequest, certificate, certificateVerify, finished } = messageTypes;

/** RFC 8446 section 4.4.3: 64 spaces, a context string, a zero, and the digest of all previous messages. */
const signedPrefix = Buffer.concat([Buffer.alloc(64, 0x20), Buffer.from('TLS 1.3, server CertificateVerify\0', 'latin1')]);

/** The prefix with room for the digest; used within one call only. */
const signedTexts = {
  sha256: Buffer.concat([signedPrefix, Buffer.alloc(32)]),
  sha384: Buffer.concat([signedPrefix, Buffer.alloc(48)]),
} as const;

const ccsRecord = Buffer.from([recordTypes.changeCipherSpec, 3, 3, 0, 1, 1]);
const closeAlert = String.fromCharCode(1, CLOSE_NOTIFY);

const zeros = { sha256: '\0'.repeat(32), sha384: '\0'.repeat(48) } as const;
const finishedHeads = { sha256: String.fromCharCode(finished, 0, 0, 32), sha384: String.fromCharCode(finished, 0, 0, 48) } as const;

/** The start of the key schedule without a pre-shared key (RFC 8446 section 7.1), the same for every connection. */
const startOf = (digest: CipherSuite['digest']): Octets => {
  return expandLabel(digest, hmac(digest, zeros[digest], zeros[digest]), 'derived', digestBytes(digest), emptyHash[digest]);
};
const starts = { sha256: startOf('sha256'), sha384: startOf('sha384') } as const;

/** TLS 1.3 from the ServerHello on. */
export class Handshake13 {
  readonly version = 'TLSv1.3';
  readonly suite: CipherSuite;
  readonly group: KeyGroup;
  readonly #core: HandshakeCore;
  readonly #handshakeSecret: Octets;
  readonly #clientSecret: Octets;
  readonly #serverSecret: Octets;
  readonly #reader: FlightReader;
  #awaited: readonly number[] = [encryptedExtensions];
  #requestContext: Buffer | undefined;

  /** The transcript ends with the ServerHello. */
  constructor(core: HandshakeCore, suite: CipherSuite, group: KeyGroup, peerShare: Buffer) {
    const { digest } = suite;
    this.#core = core;
    this.suite = suite;
    this.group = group;
    let shared: Buffer;
    try {
      shared = group.agree(peerShare);
    } catch {
      throw new TlsFault('unusual', 'The key share is not in its group.');
    }
    const size = digestBytes(digest);
    const hellos = core.transcript.hash(digest);
    this.#handshakeSecret = hmac(digest, starts[digest], octetsOf(shared));
    this.#clientSecret = expandLabel(digest, this.#handshakeSecret, 'c hs traffic', size, hellos);
    this.#serverSecret = expandLabel(digest, this.#handshakeSecret, 's hs traffic', size, hellos);
    this.#reader = new FlightReader(suite, trafficKeys(suite, this.#serverSecret));
  }

  /** Decrypts records into the transcript while `goOn` returns true: records after the Finished use other keys. */
  open(records: readonly Fragment[], goOn: () => boolean): void {
    const { transcript } = this.#core;
    this.#reader.open(records, (source, start, stop) => {
      let end = stop;
      while (end > start && source[end - 1] === 0) end -= 1;
      const type = source[end - 1];
      if (type === recordTypes.handshake && end - 1 > start) transcript.append(source, start, end - 1);
      else throw new TlsFault('unusual', 'An encrypted record is not a handshake record.');
      return goOn();
    });
  }

  /** Processes the next message of the server. Returning bytes to send completes the handshake. */
  take(message: Message): Buffer | null {
    const { transcript } = this.#core;
    if (!this.#awaited.includes(message.type)) throw new TlsFault('unusual', 'A message is out of order.');
    const reader = new WireReader(transcript.bytes, message.bodyStart, message.end);
    switch (message.type) {
      case encryptedExtensions:
        this.#core.alpn = readAlpn(readEncryptedExtensions(reader), this.#core.request.alpn);
        this.#awaited = [certificateRequest, certificate];
        return null;
      case certificateRequest:
        this.#core.isClientCertificateAsked = true;
        this.#requestContext = reader.vector8();
        this.#awaited = [certificate];
        return null;
      case certificate:
        this.#core.takeCertificates(readCertificateList(reader, 'TLSv1.3'));
        this.#awaited = [certificateVerify];
        return null;
      case certificateVerify:
        this.#takeProof(reader, message.start);
        this.#awaited = [finished];
        return null;
      default:
        this.#takeFinished(transcript.bytes.subarray(message.bodyStart, message.end), message.start);
        return this.#answer(message.end);
    }
  }

  #takeProof(reader: WireReader, signedEnd: number): void {
    const scheme = reader.u16();
    const signature = reader.vector16();
    reader.finish();
    const { leafKey, transcript } = this.#core;
    const signed = signedTexts[this.suite.digest];
    put(signed, signedPrefix.length, transcript.hash(this.suite.digest, signedEnd));
    if (leafKey === undefined || !isSigned(scheme, 'TLSv1.3', leafKey, signed, signature)) {
      throw new TlsFault('unproven', "The signature does not match the certificate's key.");
    }
    this.#core.signatureScheme = schemeName(scheme);
  }

  /** Returns the MAC of a Finished message over everything before it (RFC 8446 section 4.4.4). */
  #finishedMac(secret: Octets, transcriptHash: Octets): Octets {
    const { digest } = this.suite;
    return hmac(digest, expandLabel(digest, secret, 'finished', digestBytes(digest)), transcriptHash);
  }

  #takeFinished(mac: Buffer, end: number): void {
    const expected = bytesOf(this.#finishedMac(this.#serverSecret, this.#core.transcript.hash(this.suite.digest, end)));
    if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) {
      throw new TlsFault('unproven', 'The Finished message does not match the handshake.');
    }
  }

  /** Returns an empty Certificate if the server requested one, Finished, and close_notify under the application keys. */
  #answer(serverFinishedEnd: number): Buffer {
    const { digest } = this.suite;
    const { transcript } = this.#core;
    // Bytes after the server's Finished do not belong to the transcript.
    transcript.length = serverFinishedEnd;
    const derived = expandLabel(digest, this.#handshakeSecret, 'derived', digestBytes(digest), emptyHash[digest]);
    const master = hmac(digest, derived, zeros[digest]);
    let seen = transcript.hash(digest);
    const secret = expandLabel(digest, master, 'c ap traffic', digestBytes(digest), seen);
    let flight = '';
    if (this.#requestContext !== undefined) {
      const size = this.#requestContext.length + 4;
      const head = Buffer.from([certificate, 0, size >> 8, size & 255, this.#requestContext.length]);
      const none = Buffer.concat([head, this.#requestContext, Buffer.alloc(3)]);
      transcript.append(none);
      flight = octetsOf(none);
      seen = transcript.hash(digest);
    }
    flight += finishedHeads[digest] + this.#finishedMac(this.#clientSecret, seen);
    const sealed = sealFirstRecord(this.suite, trafficKeys(this.suite, this.#clientSecret), recordTypes.handshake, flight);
    const goodbye = sealFirstRecord(this.suite, trafficKeys(this.suite, secret), recordTypes.alert, closeAlert);
    return Buffer.concat([ccsRecord, sealed, goodbye]);
  }
}
