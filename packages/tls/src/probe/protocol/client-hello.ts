import type { KeyKind } from '@notafter/domain';
import { offeredSuites } from './cipher-suites.ts';
import { hybridGroups, type KeyGroup, offeredGroups, sharedGroups } from './key-groups.ts';
import { writeRandom } from './random-pool.ts';
import { offeredSchemes, schemesFor } from './signature-schemes.ts';

export interface HelloRequest {
  /** Absent if the target is an address: RFC 6066 section 3 allows names only. */
  readonly servername: string | null;
  readonly alpn: readonly string[];
  /** `ordinaryOffer` if absent. */
  readonly offer?: HelloOffer | undefined;
}

export interface ClientHello {
  /** The handshake message, without its record. */
  readonly message: Buffer;
  readonly random: Buffer;
  readonly sessionId: Buffer;
}

/** How a HelloRetryRequest changes the second ClientHello (RFC 8446 section 4.1.2). */
export interface Retry {
  readonly first: ClientHello;
  readonly group: KeyGroup;
  readonly cookie: Buffer | null;
}

export const extensionIds = {
  serverName: 0,
  statusRequest: 5,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  alpn: 16,
  signedTimestamps: 18,
  extendedMasterSecret: 23,
  supportedVersions: 43,
  cookie: 44,
  signatureAlgorithmsCert: 50,
  keyShare: 51,
  renegotiationInfo: 0xff01,
} as const;

export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
export const vector16 = (...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u16(body.length), body]);
};
export const vector8 = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes]);
export const extension = (id: number, ...parts: readonly Buffer[]): Buffer => Buffer.concat([u16(id), vector16(...parts)]);
export const list16 = (values: readonly number[]): Buffer => vector16(...values.map(u16));

const nothing = Buffer.alloc(0);
const RANDOM_BYTES = 32;
const HEAD_BYTES = 4 + 2 + RANDOM_BYTES + 1 + RANDOM_BYTES;

const keyShares = (groups: readonly KeyGroup[]): Buffer =>
  extension(extensionIds.keyShare, vector16(...groups.map((group) => Buffer.concat([u16(group.id), vector16(group.publicValue())]))));

/** The parts of a ClientHello that are the same for every connection, encoded once. */
export interface HelloOffer {
  readonly groups: readonly KeyGroup[];
  /** The groups with a share in the first ClientHello. */
  readonly shared: readonly KeyGroup[];
  readonly suitesAndCompression: Buffer;
  /** Without psk_key_exchange_modes, so that servers do not create session tickets. */
  readonly extensions: Buffer;
  /** Made when first sent, as it needs the keys. */
  shares: Buffer | undefined;
}

interface OfferedParts {
  readonly groups: readonly KeyGroup[];
  readonly shared: readonly KeyGroup[];
  /** Only this kind of key is accepted. */
  readonly only?: KeyKind;
}

const makeOffer = ({ groups, shared, only }: OfferedParts): HelloOffer => {
  const suites = offeredSuites.filter(({ auth }) => only === undefined || auth === null || (auth === 'rsa') === (only === 'RSA'));
  return {
    groups,
    shared,
    suitesAndCompression: Buffer.concat([list16(suites.map(({ id }) => id)), Buffer.from([1, 0])]),
    extensions: Buffer.concat([
      extension(extensionIds.extendedMasterSecret),
      extension(extensionIds.renegotiationInfo, Buffer.from([0])),
      extension(extensionIds.supportedGroups, list16(groups.map(({ id }) => id))),
      extension(extensionIds.pointFormats, Buffer.from([1, 0])),
      extension(extensionIds.statusRequest, Buffer.from([1, 0, 0, 0, 0])),
      extension(extensionIds.signatureAlgorithms, list16(only === undefined ? offeredSchemes : schemesFor(only))),
      // An issuer may sign with another kind of key than the certificate's (RFC 8446 section 4.2.3).
      ...(only === undefined ? [] : [extension(extensionIds.signatureAlgorithmsCert, list16(offeredSchemes))]),
      extension(extensionIds.signedTimestamps),
      extension(extensionIds.supportedVersions, Buffer.from([4, 3, 4, 3, 3])),
    ]),
    shares: undefined,
  };
};

export const ordinaryOffer: HelloOffer = makeOffer({ groups: offeredGroups, shared: sharedGroups });

/** Asks which group the server prefers among all that browsers offer; costs a round trip, because no share is sent at first. */
export const hybridOffer: HelloOffer = makeOffer({ groups: hybridGroups, shared: [] });

/** Makes a server with certificates of both kinds choose this one; a server without it refuses. */
export const offersOfOne: Readonly<Record<KeyKind, HelloOffer>> = {
  RSA: makeOffer({ groups: hybridGroups, shared: sharedGroups, only: 'RSA' }),
  ECDSA: makeOffer({ groups: hybridGroups, shared: sharedGroups, only: 'ECDSA' }),
};

/** RFC 6066 section 3: three nested lengths. */
const serverName = (name: string | null): Buffer => {
  if (name === null) return nothing;
  const bytes = Buffer.allocUnsafe(9 + name.length);
  let at = bytes.writeUInt16BE(extensionIds.serverName);
  at = bytes.writeUInt16BE(name.length + 5, at);
  at = bytes.writeUInt16BE(name.length + 3, at);
  at = bytes.writeUInt8(0, at);
  at = bytes.writeUInt16BE(name.length, at);
  bytes.write(name, at, 'latin1');
  return bytes;
};

const protocols = (names: readonly string[]): Buffer => {
  if (names.length === 0) return nothing;
  return extension(extensionIds.alpn, vector16(...names.map((name) => vector8(Buffer.from(name, 'latin1')))));
};

/** Builds a ClientHello for TLS 1.3 and 1.2; the second one if `retry` is given. */
export const writeClientHello = ({ servername, alpn, offer = ordinaryOffer }: HelloRequest, retry?: Retry): ClientHello => {
  const { suitesAndCompression } = offer;
  offer.shares ??= keyShares(offer.shared);
  const shares = retry === undefined ? offer.shares : keyShares([retry.group]);
  const cookie = retry?.cookie ? extension(extensionIds.cookie, vector16(retry.cookie)) : nothing;
  const extensions = [serverName(servername), offer.extensions, protocols(alpn), cookie, shares];
  const extensionBytes = extensions.reduce((sum, part) => sum + part.length, 0);
  const size = HEAD_BYTES + suitesAndCompression.length + 2 + extensionBytes;
  const message = Buffer.allocUnsafe(size);
  message.writeUInt32BE(0x0100_0000 | (size - 4), 0);
  message.writeUInt16BE(0x0303, 4);
  if (retry === undefined) {
    writeRandom(message, 6, RANDOM_BYTES);
    // A random session ID makes TLS 1.3 look like a resumed session to middleboxes (RFC 8446 appendix D.4).
    writeRandom(message, 39, RANDOM_BYTES);
  } else {
    retry.first.random.copy(message, 6);
    retry.first.sessionId.copy(message, 39);
  }
  message[38] = RANDOM_BYTES;
  let at = HEAD_BYTES;
  at += suitesAndCompression.copy(message, at);
  at = message.writeUInt16BE(extensionBytes, at);
  for (const part of extensions) at += part.copy(message, at);
  return { message, random: message.subarray(6, 38), sessionId: message.subarray(39, 71) };
};
