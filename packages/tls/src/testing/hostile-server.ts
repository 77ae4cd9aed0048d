import { createCipheriv, createECDH, hash, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type CipherSuite, suiteOf } from '../probe/protocol/cipher-suites.ts';
import { extension, u16, vector8, vector16 } from '../probe/protocol/client-hello.ts';
import { bytesOf, digestBytes, emptyHash, expandLabel, hmac, octetsOf, prf } from '../probe/protocol/key-derivation.ts';
import { sealRecord12, type TrafficKeys, trafficKeys } from '../probe/protocol/record-protection.ts';
import { readExtensions } from '../probe/protocol/server-messages.ts';
import { WireReader } from '../probe/protocol/wire-reader.ts';
import { pemBlocks } from '../x509/pem.ts';
import type { Issued } from './issue.ts';

const P256 = 0x0017;
const none = Buffer.alloc(0);
const zeros = Buffer.alloc(32);
const signedPrefix = Buffer.concat([Buffer.alloc(64, 0x20), Buffer.from('TLS 1.3, server CertificateVerify\0', 'latin1')]);
/** SHA-256 of `HelloRetryRequest` (RFC 8446 section 4.1.3). */
const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');

const u24 = (value: number): Buffer => Buffer.from([value >> 16, (value >> 8) & 255, value & 255]);
const list24 = (entries: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(entries);
  return Buffer.concat([u24(body.length), body]);
};
export const message = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([type]), u24(body.length), body]);
};
export const record = (type: number, contents: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type, 3, 3]), u16(contents.length), contents]);
export const certificateEntry = (der: Buffer, extensions = none): Buffer => Buffer.concat([u24(der.length), der, vector16(extensions)]);

/** Deviations of a server; without any, it serves a valid client. Its key proves all of them. */
export interface Hostility {
  readonly version: 'TLSv1.3' | 'TLSv1.2';
  /** Groups to request with HelloRetryRequests, one after the other. */
  readonly retries?: readonly number[];
  readonly legacyVersion?: number;
  readonly random?: Buffer;
  readonly sessionId?: Buffer;
  /** The ServerHello's extensions; the argument has the correct ones. */
  readonly helloExtensions?: (honest: readonly Buffer[]) => readonly Buffer[];
  readonly share?: Buffer;
  /** TLS 1.2: the curve named in the ServerKeyExchange. */
  readonly curve?: number;
  readonly encryptedExtensions?: readonly Buffer[];
  readonly certificates?: readonly Buffer[];
  /** Handshake messages before the Certificate, before the proof, and before the Finished of TLS 1.3. */
  readonly beforeCertificate?: Buffer;
  readonly beforeProof?: Buffer;
  readonly beforeFinished?: Buffer;
  readonly scheme?: number;
  readonly digest?: string;
  /** Records directly after the first ServerHello. */
  readonly behindHello?: Buffer;
}

interface Hello {
  readonly message: Buffer;
  readonly random: Buffer;
  readonly sessionId: Buffer;
  /** The client's P-256 value; empty in a first hello without one. */
  readonly share: Buffer;
}

const readHello = (bytes: Buffer): Hello => {
  const reader = new WireReader(bytes, 4 + 2);
  const random = reader.take(32);
  const sessionId = reader.vector8();
  reader.vector16();
  reader.vector8();
  const shares = new WireReader(readExtensions(reader).get(51)?.subarray(2) ?? none);
  let share: Buffer = none;
  while (shares.more) {
    const group = shares.u16();
    const value = shares.vector16();
    if (group === P256) share = value;
  }
  return { message: bytes, random, sessionId, share };
};

/** One connection: complete client records in, bytes out. */
class HostileConnection {
  readonly #plan: Hostility;
  readonly #certificate: Issued;
  readonly #suite: CipherSuite;
  readonly #key = createECDH('prime256v1');
  readonly #point: Buffer;
  readonly #random: Buffer;
  #asked = 0;
  #transcript = none;
  #hello: Hello | undefined;

  constructor(certificate: Issued, plan: Hostility) {
    const suite = suiteOf(plan.version === 'TLSv1.3' ? 0x1301 : certificate.key.privateKey.asymmetricKeyType === 'rsa' ? 0xc02f : 0xc02b);
    if (suite === undefined) throw new Error('The suite is offered.');
    this.#suite = suite;
    this.#plan = plan;
    this.#certificate = certificate;
    this.#point = this.#key.generateKeys();
    this.#random = plan.random ?? Buffer.alloc(32, 7);
  }

  take(type: number, contents: Buffer): Buffer {
    if (type === 22 && contents[0] === 1) return this.#answerHello(readHello(contents));
    if (type === 22 && contents[0] === 16) return this.#finish12(contents);
    return none;
  }

  #serverHello(hello: Hello, random: Buffer, extensions: readonly Buffer[]): Buffer {
    const { legacyVersion = 0x0303, sessionId = hello.sessionId } = this.#plan;
    return message(2, u16(legacyVersion), random, vector8(sessionId), u16(this.#suite.id), Buffer.from([0]), vector16(...extensions));
  }

  #answerHello(hello: Hello): Buffer {
    const { version, retries = [] } = this.#plan;
    this.#hello = hello;
    const group = retries[this.#asked];
    if (version === 'TLSv1.2') return this.#flight12(hello);
    if (group === undefined) return this.#flight13(hello);
    this.#asked += 1;
    const first = message(254, hash('sha256', hello.message, 'buffer'));
    const retry = this.#serverHello(hello, retryRandom, [extension(43, u16(0x0304)), extension(51, u16(group))]);
    this.#transcript = Buffer.concat([first, retry]);
    return record(22, retry);
  }

  #ders(): Buffer[] {
    return pemBlocks(this.#certificate.chainPem);
  }

  #sign(text: Buffer): Buffer {
    const { scheme = 0x0403, digest = 'sha256' } = this.#plan;
    return Buffer.concat([u16(scheme), vector16(sign(digest, text, this.#certificate.key.privateKey))]);
  }

  #flight13(hello: Hello): Buffer {
    const { plan, suite } = { plan: this.#plan, suite: this.#suite };
    const share = extension(51, u16(P256), vector16(plan.share ?? this.#point));
    const honest = [extension(43, u16(0x0304)), share];
    const first = this.#serverHello(hello, this.#random, plan.helloExtensions?.(honest) ?? honest);
    const hellos = Buffer.concat([this.#transcript, hello.message, first]);
    const size = digestBytes('sha256');
    const early = expandLabel('sha256', hmac('sha256', octetsOf(zeros), octetsOf(zeros)), 'derived', size, emptyHash.sha256);
    const agreed = hello.share.length === 0 ? zeros : this.#key.computeSecret(hello.share);
    const secret = expandLabel('sha256', hmac('sha256', early, octetsOf(agreed)), 's hs traffic', size, hash('sha256', hellos, 'binary'));
    const entries = plan.certificates ?? this.#ders().map((der) => certificateEntry(der));
    let flight = Buffer.concat([
      message(8, vector16(...(plan.encryptedExtensions ?? []))),
      plan.beforeCertificate ?? none,
      message(11, Buffer.from([0]), list24(entries)),
      plan.beforeProof ?? none,
    ]);
    const seen = (): Buffer => hash('sha256', Buffer.concat([hellos, flight]), 'buffer');
    flight = Buffer.concat([flight, message(15, this.#sign(Buffer.concat([signedPrefix, seen()]))), plan.beforeFinished ?? none]);
    flight = Buffer.concat([
      flight,
      message(20, bytesOf(hmac('sha256', expandLabel('sha256', secret, 'finished', size), octetsOf(seen())))),
    ]);
    return Buffer.concat([record(22, first), plan.behindHello ?? none, this.#encrypt(flight, trafficKeys(suite, secret))]);
  }

  #encrypt(contents: Buffer, { key, iv }: TrafficKeys): Buffer {
    const records: Buffer[] = [];
    for (let at = 0; at < contents.length; at += 16_000) {
      const inner = Buffer.concat([contents.subarray(at, at + 16_000), Buffer.from([22])]);
      const nonce = Buffer.from(iv);
      nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ records.length) >>> 0, 8);
      const cipher = createCipheriv('aes-128-gcm', bytesOf(key), nonce);
      cipher.setAAD(Buffer.concat([Buffer.from([23, 3, 3]), u16(inner.length + 16)]));
      const sealed = Buffer.concat([cipher.update(inner), cipher.final()]);
      records.push(record(23, Buffer.concat([sealed, cipher.getAuthTag()])));
    }
    return Buffer.concat(records);
  }

  #flight12(hello: Hello): Buffer {
    const plan = this.#plan;
    const honest = [extension(0xff01, Buffer.from([0])), extension(23)];
    const params = Buffer.concat([Buffer.from([3]), u16(plan.curve ?? P256), vector8(plan.share ?? this.#point)]);
    const entries = this.#ders().map((der) => Buffer.concat([u24(der.length), der]));
    const flight = Buffer.concat([
      this.#serverHello(hello, this.#random, plan.helloExtensions?.(honest) ?? honest),
      plan.beforeCertificate ?? none,
      message(11, list24(entries)),
      plan.beforeProof ?? none,
      message(12, params, this.#sign(Buffer.concat([hello.random, this.#random, params]))),
      message(14),
    ]);
    this.#transcript = Buffer.concat([hello.message, flight]);
    return Buffer.concat([record(22, flight), plan.behindHello ?? none]);
  }

  /** Assumes the client's Finished, because the client's key is known. */
  #finish12(keyExchange: Buffer): Buffer {
    if (this.#hello === undefined) return none;
    const secret = octetsOf(this.#key.computeSecret(keyExchange.subarray(5)));
    const seen = Buffer.concat([this.#transcript, keyExchange]);
    const master = prf('sha256', secret, 'extended master secret', hash('sha256', seen, 'binary'), 48);
    const block = prf('sha256', master, 'key expansion', octetsOf(this.#random) + octetsOf(this.#hello.random), 40);
    const clientMac = bytesOf(prf('sha256', master, 'client finished', hash('sha256', seen, 'binary'), 12));
    const whole = hash('sha256', Buffer.concat([seen, message(20, clientMac)]), 'binary');
    const finished = message(20, bytesOf(prf('sha256', master, 'server finished', whole, 12)));
    const keys = { key: block.slice(16, 32), iv: bytesOf(block.slice(36, 40)) };
    return Buffer.concat([record(20, Buffer.from([1])), sealRecord12(this.#suite, keys, 0, 22, finished)]);
  }
}

export interface HostileServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A TLS server on loopback that proves its key, over P-256 and AES-128-GCM, and deviates as `plan` says. */
export const startHostileServer = async (certificate: Issued, plan: Hostility): Promise<HostileServer> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const connection = new HostileConnection(certificate, plan);
    let held = none;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      while (held.length >= 5 && held.length >= 5 + held.readUInt16BE(3)) {
        const end = 5 + held.readUInt16BE(3);
        const answer = connection.take(held[0] ?? 0, Buffer.from(held.subarray(5, end)));
        held = held.subarray(end);
        if (answer.length > 0 && !socket.destroyed) socket.write(answer);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
