import { createCipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hash, sign } from 'node:crypto';
import { suiteOf } from '../../probe/protocol/cipher-suites.ts';
import { ClientHandshake } from '../../probe/protocol/client-handshake.ts';
import { bytesOf, emptyHash, expandLabel, hmac, type Octets, octetsOf } from '../../probe/protocol/key-derivation.ts';
import { groupOf } from '../../probe/protocol/key-groups.ts';
import { sharedBytes } from '../../probe/protocol/memory-budget.ts';
import { trafficKeys } from '../../probe/protocol/record-protection.ts';
import { TlsFault } from '../../probe/protocol/tls-fault.ts';
import { Certificate } from '../../x509/certificate.ts';
import { pemBlocks } from '../../x509/pem.ts';
import { createAuthority } from '../authority.ts';
import type { FuzzTarget } from './run-fuzz.ts';

const HOST = 'fuzz.test';
const SHA256_BYTES = 32;
const X25519 = 0x001d;

const authority = createAuthority({ name: 'Fuzz handshakes' });
const issued = authority.issue(HOST);
const chain = pemBlocks(issued.chainPem);
const server = generateKeyPairSync('x25519');
const serverShare = server.publicKey.export({ type: 'spki', format: 'der' }).subarray(-SHA256_BYTES);

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const u24 = (value: number): Buffer => Buffer.from([value >> 16, (value >> 8) & 255, value & 255]);
const message = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([type]), u24(body.length), body]);
};
const record = (type: number, contents: Buffer): Buffer => Buffer.concat([Buffer.from([type, 3, 3]), u16(contents.length), contents]);
const extension = (id: number, value: Buffer): Buffer => Buffer.concat([u16(id), u16(value.length), value]);
const list24 = (entries: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(entries);
  return Buffer.concat([u24(body.length), body]);
};

const readKey = ([leaf = Buffer.alloc(0)]: readonly Buffer[]) => {
  const { publicKey, keyFacts } = new Certificate(leaf);
  return publicKey === null ? null : { key: publicKey, curve: keyFacts.curve };
};

/** Feeds bytes in pieces whose sizes come from the bytes themselves; true if the handshake completed. */
const feed = (handshake: ClientHandshake, bytes: Buffer): boolean => {
  const step = ((bytes[bytes.length >> 1] ?? 0) & 3) === 0 ? 100 + (bytes[0] ?? 0) : bytes.length;
  try {
    for (let at = 0; at < bytes.length; at += step) {
      const piece = Buffer.from(bytes.subarray(at, at + step));
      handshake.receive(piece, piece.length);
      // The buffer can be reused by the next read.
      piece.fill(0xee);
    }
  } catch (error) {
    if (!(error instanceof TlsFault)) throw error;
    handshake.factsAtEnd();
  }
  const isComplete = handshake.facts !== null;
  handshake.recycle();
  if (sharedBytes() !== 0) throw new Error('it retains memory after its end');
  return isComplete;
};

const start = (): { readonly handshake: ClientHandshake; readonly hello: Buffer } => {
  const handshake = new ClientHandshake({ servername: HOST, alpn: ['h2'] }, readKey);
  return { handshake, hello: Buffer.from(handshake.start().subarray(5)) };
};

const serverHello = (suite: number, sessionId: Buffer, extensions: Buffer): Buffer =>
  message(
    2,
    u16(0x0303),
    Buffer.alloc(32, 7),
    Buffer.from([32]),
    sessionId,
    u16(suite),
    Buffer.from([0]),
    u16(extensions.length),
    extensions,
  );

const sessionIdOf = (hello: Buffer): Buffer => hello.subarray(39, 71);

/** A plaintext TLS 1.2 flight. Its signature covers other randoms, so it never completes. */
const clearTarget = (): FuzzTarget => {
  const extensions = Buffer.concat([extension(23, Buffer.alloc(0)), extension(0xff01, Buffer.from([0]))]);
  const params = Buffer.concat([Buffer.from([3]), u16(X25519), Buffer.from([32]), serverShare]);
  const signature = sign('sha256', params, issued.key.privateKey);
  const flight = (...more: readonly Buffer[]): Buffer =>
    Buffer.concat([
      serverHello(0xc02b, Buffer.alloc(32, 9), extensions),
      message(11, list24(chain.map((der) => Buffer.concat([u24(der.length), der])))),
      ...more,
      message(12, params, u16(0x0403), u16(signature.length), signature),
      message(14),
    ]);
  const whole = flight();
  const split = Buffer.concat(
    [0, 1, 2, 3].map((part) => record(22, whole.subarray((part * whole.length) >> 2, ((part + 1) * whole.length) >> 2))),
  );
  const stapled = flight(message(22, Buffer.from([1]), list24([Buffer.from('30030a0106', 'hex')])));
  const asked = Buffer.concat([record(22, whole), record(20, Buffer.from([1])), record(22, Buffer.alloc(60, 5))]);
  return {
    name: 'tls-1.2-records',
    seeds: [
      record(22, whole),
      split,
      record(22, stapled),
      asked,
      record(21, Buffer.from([2, 40])),
      Buffer.from('HTTP/1.1 400 Bad Request\r\n'),
    ],
    take(bytes) {
      if (feed(start().handshake, bytes)) throw new Error('it was accepted as proven');
      return bytes[0] === 22;
    },
  };
};

/** Returns the offsets of the complete messages of a flight. */
const messagesIn = (flight: Buffer): { readonly type: number; readonly start: number; readonly end: number }[] => {
  const found = [];
  for (let at = 0; at + 4 <= flight.length; ) {
    const end = at + 4 + flight.readUIntBE(at + 1, 3);
    if (end > flight.length) break;
    found.push({ type: flight[at] ?? 0, start: at, end });
    at = end;
  }
  return found;
};

const signedPrefix = Buffer.concat([Buffer.alloc(64, 0x20), Buffer.from('TLS 1.3, server CertificateVerify\0', 'latin1')]);
const zeros = '\0'.repeat(SHA256_BYTES);
const early = expandLabel('sha256', hmac('sha256', zeros, zeros), 'derived', SHA256_BYTES, emptyHash.sha256);

/** The client's key is created once per process, so the secret is too. */
const sharedSecret = (): Buffer => {
  const info = Buffer.concat([
    Buffer.from('302a300506032b656e032100', 'hex'),
    groupOf(X25519)?.publicValue() ?? Buffer.alloc(SHA256_BYTES),
  ]);
  return diffieHellman({ privateKey: server.privateKey, publicKey: createPublicKey({ key: info, format: 'der', type: 'spki' }) });
};

/**
 * The encrypted messages of TLS 1.3: changed, then signed and encrypted with the real key, so that the changes reach the
 * parsers behind the encryption.
 */
const encryptedTarget = (): FuzzTarget => {
  const suite = suiteOf(0x1301);
  if (suite === undefined) throw new Error('AES-128-GCM is offered.');
  const handshakeSecret = hmac('sha256', early, octetsOf(sharedSecret()));
  const entry = (der: Buffer, extensions: Buffer = Buffer.alloc(0)): Buffer =>
    Buffer.concat([u24(der.length), der, u16(extensions.length), extensions]);
  const staple = Buffer.concat([
    extension(5, Buffer.concat([Buffer.from([1]), list24([Buffer.from('30030a0106', 'hex')])])),
    extension(18, u16(0)),
  ]);
  const proof = [message(15, u16(0x0403), u16(70), Buffer.alloc(70)), message(20, Buffer.alloc(SHA256_BYTES))];
  const alpn = extension(16, Buffer.from('0003026832', 'hex'));
  const extensions = (...each: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(each);
    return message(8, u16(body.length), body);
  };
  const certificates = (...entries: readonly Buffer[]): Buffer => message(11, Buffer.from([0]), list24(entries));
  const request = message(13, Buffer.from([0]), u16(8), extension(13, Buffer.from('00020403', 'hex')));
  const sent = chain.map((der) => entry(der));
  const [leaf = Buffer.alloc(0), issuer = Buffer.alloc(0)] = chain;

  /** Renews signature and MAC if there is room for them. */
  const prove = (flight: Buffer, hellos: Buffer, serverSecret: Octets): Buffer => {
    const found = messagesIn(flight);
    const verify = found.find(({ type }) => type === 15);
    const finished = found.find(({ type }) => type === 20);
    if (verify === undefined || finished === undefined || finished.start < verify.end) return flight;
    const before = flight.subarray(0, verify.start);
    const signed = Buffer.concat([signedPrefix, hash('sha256', Buffer.concat([hellos, before]), 'buffer')]);
    const signature = sign('sha256', signed, issued.key.privateKey);
    const proven = Buffer.concat([
      before,
      message(15, u16(0x0403), u16(signature.length), signature),
      flight.subarray(verify.end, finished.start),
    ]);
    const macKey = expandLabel('sha256', serverSecret, 'finished', SHA256_BYTES);
    const mac = bytesOf(hmac('sha256', macKey, hash('sha256', Buffer.concat([hellos, proven]), 'binary')));
    return Buffer.concat([proven, message(20, mac), flight.subarray(finished.end)]);
  };

  const encrypt = (contents: Buffer, secret: Octets, size: number): Buffer => {
    const { key, iv } = trafficKeys(suite, secret);
    const records: Buffer[] = [];
    for (let at = 0; at < contents.length; at += size) {
      const nonce = Buffer.concat([iv, u16(0), u16(2)]);
      nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ records.length) >>> 0, 8);
      const inner = Buffer.concat([contents.subarray(at, at + size), Buffer.from([22]), Buffer.alloc(at % 3)]);
      // GCM without its tag, which this client does not read.
      const sealed = createCipheriv('aes-128-ctr', bytesOf(key), nonce).update(inner);
      records.push(record(23, Buffer.concat([sealed, Buffer.alloc(16)])));
    }
    return Buffer.concat(records);
  };

  return {
    name: 'tls-1.3-messages',
    seeds: [
      Buffer.concat([extensions(), certificates(...sent), ...proof]),
      Buffer.concat([extensions(alpn), certificates(entry(leaf, staple), entry(issuer)), ...proof]),
      Buffer.concat([extensions(), request, certificates(...sent), ...proof]),
      Buffer.concat([extensions(), certificates(...Array.from({ length: 12 }, () => entry(issuer))), ...proof]),
    ],
    take(bytes) {
      const { handshake, hello } = start();
      const keyShare = extension(51, Buffer.concat([u16(X25519), u16(32), serverShare]));
      const first = serverHello(0x1301, sessionIdOf(hello), Buffer.concat([extension(43, u16(0x0304)), keyShare]));
      const hellos = Buffer.concat([hello, first]);
      const secret = expandLabel('sha256', handshakeSecret, 's hs traffic', SHA256_BYTES, hash('sha256', hellos, 'binary'));
      const size = 200 + ((bytes[bytes.length - 1] ?? 0) << 6);
      return feed(handshake, Buffer.concat([record(22, first), encrypt(prove(bytes, hellos, secret), secret, size)]));
    },
  };
};

/** Every parser of a server's bytes before its certificate is judged. */
export const handshakeTargets = (): FuzzTarget[] => [clearTarget(), encryptedTarget()];
