import { timingSafeEqual } from 'node:crypto';
import { CLOSE_NOTIFY } from './alerts.ts';
import type { CipherSuite } from './cipher-suites.ts';
import { extensionIds } from './client-hello.ts';
import type { HandshakeCore, Message } from './handshake-core.ts';
import { bytesOf, type Octets, octetsOf, prf } from './key-derivation.ts';
import { groupOf, type KeyGroup, offeredGroups } from './key-groups.ts';
import { type Fragment, ivBytes12, openFirstRecord12, sealRecord12, type TrafficKeys } from './record-protection.ts';
import { recordTypes } from './record-reader.ts';
import { messageTypes, readAlpn, readCertificateList, readOcspStaple, type ServerHello } from './server-messages.ts';
import { isSigned, schemeName } from './signature-schemes.ts';
import { TlsFault } from './tls-fault.ts';
import { WireReader } from './wire-reader.ts';

const { certificate, certificateStatus, serverKeyExchange, certificateRequest, serverHelloDone, clientKeyExchange, finished } =
  messageTypes;

const NAMED_CURVE = 3;
const MASTER_BYTES = 48;
const VERIFY_BYTES = 12;
const ccsRecord = Buffer.from([recordTypes.changeCipherSpec, 3, 3, 0, 1, 1]);
const closeAlert = Buffer.from([1, CLOSE_NOTIFY]);

const record = (contents: Buffer): Buffer =>
  Buffer.concat([Buffer.from([recordTypes.handshake, 3, 3, contents.length >> 8, contents.length & 255]), contents]);

const keyTypesOf = { ecdsa: ['ec', 'ed25519', 'ed448'], rsa: ['rsa', 'rsa-pss'] } as const;

/** TLS 1.2 from the ServerHello on, with ephemeral ECDH and authenticated encryption only. */
export class Handshake12 {
  readonly version = 'TLSv1.2';
  readonly suite: CipherSuite;
  readonly #core: HandshakeCore;
  readonly #hello: ServerHello;
  #group: KeyGroup | undefined;
  #peerPoint: Buffer | undefined;
  #awaited: readonly number[] = [certificate];
  #master: Octets = '';
  #clientKeys: TrafficKeys | undefined;
  #serverKeys: TrafficKeys | undefined;

  constructor(core: HandshakeCore, hello: ServerHello) {
    this.#core = core;
    this.#hello = hello;
    this.suite = hello.suite;
    core.alpn = readAlpn(hello.extensions, core.request.alpn);
    core.signedTimestamps = hello.extensions.get(extensionIds.signedTimestamps) ?? null;
  }

  get group(): KeyGroup | undefined {
    return this.#group;
  }

  /** Whether the key is proven and this side's Finished is sent, so that only the server's is missing. */
  get isProven(): boolean {
    return this.#serverKeys !== undefined;
  }

  /** Processes the next message of the server; returns the bytes to send, if any. */
  take(message: Message): Buffer | null {
    const { transcript } = this.#core;
    if (!this.#awaited.includes(message.type)) throw new TlsFault('unusual', 'A message is out of order.');
    const reader = new WireReader(transcript.bytes, message.bodyStart, message.end);
    switch (message.type) {
      case certificate:
        this.#core.takeCertificates(readCertificateList(reader, 'TLSv1.2'));
        this.#awaited = [certificateStatus, serverKeyExchange];
        return null;
      case certificateStatus:
        this.#core.ocspStaple = readOcspStaple(reader);
        this.#awaited = [serverKeyExchange];
        return null;
      case serverKeyExchange:
        this.#takeProof(reader);
        this.#awaited = [certificateRequest, serverHelloDone];
        return null;
      case certificateRequest:
        this.#core.isClientCertificateAsked = true;
        this.#awaited = [serverHelloDone];
        return null;
      default:
        if (message.end !== transcript.length) throw new TlsFault('unusual', 'A message is out of order.');
        this.#awaited = [];
        return this.#answer();
    }
  }

  /** ServerKeyExchange: the signature covers both randoms, so it is fresh (RFC 8422 section 5.4). */
  #takeProof(reader: WireReader): void {
    const paramsStart = reader.at;
    if (reader.u8() !== NAMED_CURVE) throw new TlsFault('unusual', 'The key exchange does not use a named curve.');
    const group = groupOf(reader.u16());
    const point = reader.vector8();
    const params = reader.bytes.subarray(paramsStart, reader.at);
    const scheme = reader.u16();
    const signature = reader.vector16();
    reader.finish();
    // ML-KEM is not for TLS 1.2.
    if (group === undefined || !offeredGroups.includes(group)) {
      throw new TlsFault('unusual', 'The server chose a curve that was not offered.');
    }
    const { leafKey, hello } = this.#core;
    const wanted: readonly string[] = this.suite.auth === null ? [] : keyTypesOf[this.suite.auth];
    const signed = Buffer.concat([hello.random, this.#hello.random, params]);
    const fits = leafKey !== undefined && wanted.includes(leafKey.key.asymmetricKeyType ?? '');
    if (!fits || !isSigned(scheme, 'TLSv1.2', leafKey, signed, signature)) {
      throw new TlsFault('unproven', "The signature does not match the certificate's key.");
    }
    this.#core.signatureScheme = schemeName(scheme);
    this.#group = group;
    this.#peerPoint = point;
  }

  #agree(): Buffer {
    try {
      if (this.#group !== undefined && this.#peerPoint !== undefined) return this.#group.agree(this.#peerPoint);
    } catch {
      // Reported below: the point is not on its curve.
    }
    throw new TlsFault('unusual', 'The key exchange value is not in its group.');
  }

  #answer(): Buffer {
    const { transcript, hello, isClientCertificateAsked } = this.#core;
    const { digest, keyBytes } = this.suite;
    const flight: Buffer[] = [];
    const send = (message: Buffer): void => {
      transcript.append(message);
      flight.push(record(message));
    };
    const secret = octetsOf(this.#agree());
    if (isClientCertificateAsked) send(Buffer.from([certificate, 0, 0, 3, 0, 0, 0]));
    const own = this.#group?.publicValue() ?? Buffer.alloc(0);
    send(Buffer.concat([Buffer.from([clientKeyExchange, 0, 0, own.length + 1, own.length]), own]));
    // RFC 7627 binds the secret to the whole handshake; older servers bind it to the randoms only.
    const isExtended = this.#hello.extensions.has(extensionIds.extendedMasterSecret);
    this.#master = isExtended
      ? prf(digest, secret, 'extended master secret', transcript.hash(digest), MASTER_BYTES)
      : prf(digest, secret, 'master secret', octetsOf(hello.random) + octetsOf(this.#hello.random), MASTER_BYTES);
    const ivBytes = ivBytes12(this.suite);
    const randoms = octetsOf(this.#hello.random) + octetsOf(hello.random);
    const block = prf(digest, this.#master, 'key expansion', randoms, 2 * (keyBytes + ivBytes));
    const ivs = bytesOf(block.slice(2 * keyBytes));
    this.#clientKeys = { key: block.slice(0, keyBytes), iv: ivs.subarray(0, ivBytes) };
    this.#serverKeys = { key: block.slice(keyBytes, 2 * keyBytes), iv: ivs.subarray(ivBytes) };
    const message = this.#finished('client finished');
    transcript.append(message);
    flight.push(ccsRecord, sealRecord12(this.suite, this.#clientKeys, 0, recordTypes.handshake, message));
    return Buffer.concat(flight);
  }

  #finished(label: string): Buffer {
    const { digest } = this.suite;
    const mac = prf(digest, this.#master, label, this.#core.transcript.hash(digest), VERIFY_BYTES);
    return Buffer.concat([Buffer.from([finished, 0, 0, VERIFY_BYTES]), bytesOf(mac)]);
  }

  /** Processes the server's first encrypted record, which must be its Finished; returns the close_notify. */
  takeFinished(fragment: Fragment): Buffer {
    if (this.#serverKeys === undefined || this.#clientKeys === undefined) throw new TlsFault('unusual', 'Encryption started too early.');
    const message = openFirstRecord12(this.suite, this.#serverKeys, recordTypes.handshake, fragment);
    const expected = this.#finished('server finished');
    if (message.length !== expected.length || !timingSafeEqual(message, expected)) {
      throw new TlsFault('unproven', 'The Finished message does not match the handshake.');
    }
    return sealRecord12(this.suite, this.#clientKeys, 1, recordTypes.alert, closeAlert);
  }
}
