import { alertName, CLOSE_NOTIFY } from './alerts.ts';
import type { CipherSuite } from './cipher-suites.ts';
import { extensionIds, type HelloRequest } from './client-hello.ts';
import { Handshake12 } from './handshake-12.ts';
import { Handshake13 } from './handshake-13.ts';
import { HandshakeCore, type HandshakeFacts, type LeafKeyReader, type Message } from './handshake-core.ts';
import { bytesOf } from './key-derivation.ts';
import { groupOf, type KeyGroup } from './key-groups.ts';
import type { Fragment } from './record-protection.ts';
import { RecordReader, recordTypes } from './record-reader.ts';
import { messageTypes, readServerHello, type ServerHello } from './server-messages.ts';
import { TlsFault } from './tls-fault.ts';
import { WireReader } from './wire-reader.ts';

const MESSAGE_HEAD_BYTES = 4;
const NO_ALERT = -1;

const plainRecord = (version: number, contents: Buffer): Buffer =>
  Buffer.concat([Buffer.from([recordTypes.handshake, 3, version, contents.length >> 8, contents.length & 255]), contents]);

/** The group of the server's share, or the one it requests a share in. */
const readKeyShare = (hello: ServerHello): { readonly group: KeyGroup; readonly share: Buffer } => {
  const value = hello.extensions.get(extensionIds.keyShare);
  if (value === undefined) throw new TlsFault('unusual', 'The server sent no key share.');
  const reader = new WireReader(value);
  const group = groupOf(reader.u16());
  const share = hello.isRetry ? Buffer.alloc(0) : reader.vector16();
  reader.finish();
  if (group === undefined) throw new TlsFault('unusual', 'The server chose a group that was not offered.');
  return { group, share };
};

/**
 * One TLS handshake as a client, TLS 1.3 or 1.2, without a socket: bytes in, bytes out, no clock. Before `facts` is set, the
 * server's signature has proven the certificate's key and both Finished messages are exchanged. Every method throws only
 * TlsFault.
 */
export class ClientHandshake {
  readonly #core: HandshakeCore;
  readonly #records = new RecordReader();
  readonly #encrypted: Fragment[] = [];
  #parsed: number;
  #inner: Handshake13 | Handshake12 | undefined;
  /** The choices of a HelloRetryRequest. */
  #retry: { readonly group: KeyGroup; readonly suite: CipherSuite } | undefined;
  #isServerEncrypting = false;
  #warning = NO_ALERT;
  #answer: Buffer | null = null;
  #facts: HandshakeFacts | null = null;

  constructor(request: HelloRequest, readLeafKey: LeafKeyReader) {
    this.#core = new HandshakeCore(request, readLeafKey);
    this.#parsed = this.#core.transcript.length;
  }

  /** The first bytes to send. */
  start(): Buffer {
    // Record version 1.0 in the first hello: some servers refuse others (RFC 8446 section 5.1).
    return plainRecord(1, this.#core.hello.message);
  }

  /** The facts of the handshake, once complete. */
  get facts(): HandshakeFacts | null {
    return this.#facts;
  }

  /** Receives the first `length` bytes of `chunk`, which can be reused afterwards. Returns the bytes to send, if any. */
  receive(chunk: Buffer, length: number): Buffer | null {
    if (this.#facts !== null) return null;
    this.#answer = null;
    this.#records.push(chunk, length, (type, source, start, end) => {
      if (this.#facts === null) this.#takeRecord(type, source, start, end);
    });
    this.#openEncrypted();
    return this.#answer;
  }

  /**
   * The server closed or reset the connection, perhaps because it requires a client certificate: TLS 1.2 does so after the key
   * is proven. Returns the facts if they are complete enough.
   */
  factsAtEnd(): HandshakeFacts | null {
    if (this.#facts === null && this.#core.isClientCertificateAsked && this.#inner instanceof Handshake12 && this.#inner.isProven) {
      this.#complete();
    }
    return this.#facts;
  }

  /** Releases its share of the memory budget of all connections. */
  release(): void {
    this.#core.memory.release();
  }

  /** Gives its memory to other handshakes. The certificates it returned must not be used afterwards. */
  recycle(): void {
    this.release();
    this.#core.transcript.recycle();
  }

  #takeRecord(type: number, source: Buffer, start: number, end: number): void {
    switch (type) {
      case recordTypes.handshake:
        if (this.#isServerEncrypting) this.#takeFinished12({ source, start, end });
        else {
          this.#openEncrypted();
          if (this.#inner instanceof Handshake13) throw new TlsFault('unusual', 'A record is not encrypted.');
          this.#core.transcript.append(source, start, end);
          this.#takeMessages();
        }
        return;
      case recordTypes.applicationData:
        if (!(this.#inner instanceof Handshake13)) throw new TlsFault('unusual', 'Application data came before the handshake.');
        this.#encrypted.push({ source, start, end });
        return;
      case recordTypes.alert:
        this.#takeAlert(source, start, end);
        return;
      default:
        if (end - start !== 1 || source[start] !== 1) throw new TlsFault('unusual', 'A ChangeCipherSpec is invalid.');
        // TLS 1.3 sends these for middleboxes; in TLS 1.2, the following records are encrypted.
        if (this.#inner instanceof Handshake12) {
          if (!this.#inner.isProven) throw new TlsFault('unusual', 'Encryption started too early.');
          this.#isServerEncrypting = true;
        }
    }
  }

  #openEncrypted(): void {
    if (this.#encrypted.length === 0 || !(this.#inner instanceof Handshake13)) return;
    this.#inner.open(this.#encrypted.splice(0), () => {
      this.#takeMessages();
      return this.#facts === null;
    });
  }

  #takeFinished12(fragment: Fragment): void {
    if (!(this.#inner instanceof Handshake12)) throw new TlsFault('unusual', 'A message is out of order.');
    this.#answer = this.#inner.takeFinished(fragment);
    this.#complete();
  }

  #takeAlert(source: Buffer, start: number, end: number): void {
    const code = end - start >= 2 ? (source[start + 1] ?? 0) : CLOSE_NOTIFY;
    // An encrypted alert in TLS 1.2 is unreadable; after this side's Finished it is about the client's certificate.
    if (this.#isServerEncrypting || code === CLOSE_NOTIFY) throw new TlsFault('closed', 'The server closed the connection.');
    const isFatal = source[start] !== 1;
    if (isFatal) throw new TlsFault('alert', alertName(code));
    if (this.#warning === NO_ALERT) this.#warning = code;
  }

  /** Returns every complete message in the transcript. */
  #takeMessages(): void {
    const { transcript } = this.#core;
    while (this.#facts === null && transcript.length - this.#parsed >= MESSAGE_HEAD_BYTES) {
      const start = this.#parsed;
      const bodyStart = start + MESSAGE_HEAD_BYTES;
      const size = new WireReader(transcript.bytes, start + 1, bodyStart).u24();
      const end = bodyStart + size;
      if (end > transcript.length) {
        transcript.expect(end);
        return;
      }
      this.#parsed = end;
      this.#takeMessage({ type: transcript.bytes[start] ?? 0, start, bodyStart, end });
    }
  }

  #takeMessage(message: Message): void {
    if (this.#inner === undefined) {
      this.#takeServerHello(message);
      return;
    }
    const { transcript } = this.#core;
    const answer = this.#inner.take(message);
    if (answer === null) return;
    this.#answer = answer;
    if (this.#inner instanceof Handshake13) this.#complete();
    // In TLS 1.2, this side's messages are now in the transcript.
    this.#parsed = transcript.length;
  }

  #takeServerHello({ type, bodyStart, end }: Message): void {
    const { transcript } = this.#core;
    if (type !== messageTypes.serverHello) throw new TlsFault('unusual', 'The first message is not a ServerHello.');
    const hello = readServerHello(new WireReader(transcript.bytes, bodyStart, end));
    if (hello.version === 'TLSv1.2') {
      if (this.#retry !== undefined) throw new TlsFault('unusual', 'The version changed after the HelloRetryRequest.');
      this.#inner = new Handshake12(this.#core, hello);
      return;
    }
    // The keys change here: nothing can follow in the same record (RFC 8446 section 5.1).
    if (end !== transcript.length) throw new TlsFault('unusual', 'A message is not encrypted.');
    if (!hello.sessionId.equals(this.#core.hello.sessionId)) throw new TlsFault('unusual', 'The server did not echo the session ID.');
    const { group, share } = readKeyShare(hello);
    if (!this.#core.offer.groups.includes(group)) throw new TlsFault('unusual', 'The server chose a group that was not offered.');
    if (hello.isRetry) {
      this.#startAnew(hello, group);
      return;
    }
    if (this.#retry !== undefined && (group !== this.#retry.group || hello.suite !== this.#retry.suite)) {
      throw new TlsFault('unusual', 'The group or suite changed after the HelloRetryRequest.');
    }
    this.#inner = new Handshake13(this.#core, hello.suite, group, share);
  }

  #startAnew(hello: ServerHello, group: KeyGroup): void {
    if (this.#retry !== undefined || this.#core.offer.shared.includes(group))
      throw new TlsFault('unusual', 'The HelloRetryRequest is unnecessary.');
    this.#retry = { group, suite: hello.suite };
    const { transcript } = this.#core;
    const { digest } = hello.suite;
    const first = this.#core.hello.message;
    const answer = Buffer.from(transcript.bytes.subarray(first.length, transcript.length));
    const digestOfFirst = bytesOf(transcript.hash(digest, first.length));
    transcript.restart(Buffer.concat([Buffer.from([messageTypes.messageHash, 0, 0, digestOfFirst.length]), digestOfFirst]));
    transcript.append(answer);
    const cookie = hello.extensions.get(extensionIds.cookie);
    this.#core.retry({ group, cookie: cookie === undefined ? null : new WireReader(cookie).vector16() });
    this.#parsed = transcript.length;
    const ccs = Buffer.from([recordTypes.changeCipherSpec, 3, 3, 0, 1, 1]);
    this.#answer = Buffer.concat([ccs, plainRecord(3, this.#core.hello.message)]);
  }

  #complete(): void {
    const { chain, ocspStaple, signedTimestamps, isClientCertificateAsked, alpn, signatureScheme } = this.#core;
    const inner = this.#inner;
    if (chain === undefined || inner?.group === undefined) throw new TlsFault('unusual', 'The handshake ended too early.');
    this.#facts = {
      chain,
      protocol: inner.version,
      cipher: inner.suite.name,
      group: inner.group.name,
      groupBits: inner.group.bits,
      signatureScheme,
      ocspStaple: ocspStaple === null ? null : Buffer.from(ocspStaple),
      signedTimestamps: signedTimestamps === null ? null : Buffer.from(signedTimestamps),
      isClientCertificateAsked,
      alpn,
    };
    this.release();
  }
}
