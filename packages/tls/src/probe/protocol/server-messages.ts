import { type CipherSuite, suiteOf } from './cipher-suites.ts';
import { extensionIds } from './client-hello.ts';
import { TlsFault } from './tls-fault.ts';
import { WireReader } from './wire-reader.ts';

export const messageTypes = {
  helloRequest: 0,
  clientHello: 1,
  serverHello: 2,
  newSessionTicket: 4,
  encryptedExtensions: 8,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateVerify: 15,
  clientKeyExchange: 16,
  finished: 20,
  certificateStatus: 22,
  messageHash: 254,
} as const;

/** SHA-256 of `HelloRetryRequest` (RFC 8446 section 4.1.3). */
const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');
/** Ends of a server random that mean "TLS 1.3 is supported": a middleman removed it from the offer. */
const downgradeMarks = [Buffer.from('444f574e47524401', 'hex'), Buffer.from('444f574e47524400', 'hex')];

export interface ServerHello {
  readonly version: 'TLSv1.2' | 'TLSv1.3';
  readonly isRetry: boolean;
  readonly random: Buffer;
  readonly sessionId: Buffer;
  readonly suite: CipherSuite;
  readonly extensions: ReadonlyMap<number, Buffer>;
}

export const readExtensions = (reader: WireReader): Map<number, Buffer> => {
  const found = new Map<number, Buffer>();
  if (!reader.more) return found;
  const list = reader.inside(reader.u16());
  while (list.more) {
    const id = list.u16();
    if (found.has(id)) throw new TlsFault('unusual', 'A duplicate extension was sent.');
    found.set(id, list.vector16());
  }
  return found;
};

const { serverName, statusRequest, supportedGroups, pointFormats, alpn, extendedMasterSecret } = extensionIds;

/** Extensions that a server can answer, by message (RFC 8446 section 4.2; RFC 8422, 6066, 7301, 6962, 7627 and 5746 for TLS 1.2). */
const answerable = {
  retry: new Set<number>([extensionIds.supportedVersions, extensionIds.keyShare, extensionIds.cookie]),
  hello13: new Set<number>([extensionIds.supportedVersions, extensionIds.keyShare]),
  hello12: new Set<number>([
    serverName,
    statusRequest,
    supportedGroups,
    pointFormats,
    alpn,
    extensionIds.signedTimestamps,
    extendedMasterSecret,
    extensionIds.renegotiationInfo,
  ]),
  encrypted: new Set<number>([serverName, supportedGroups, alpn]),
} as const;

/** Throws for extensions that were not offered, and for a server name or a first renegotiation with contents. */
const checkAnswers = (extensions: ReadonlyMap<number, Buffer>, allowed: ReadonlySet<number>): void => {
  for (const id of extensions.keys())
    if (!allowed.has(id)) throw new TlsFault('unusual', 'The server sent an extension that was not offered.');
  const renegotiation = extensions.get(extensionIds.renegotiationInfo);
  const isFirst = renegotiation === undefined || (renegotiation.length === 1 && renegotiation[0] === 0);
  if (!isFirst || (extensions.get(serverName)?.length ?? 0) > 0) throw new TlsFault('unusual', 'An extension has unexpected contents.');
};

/** RFC 8446 section 4.2.1: the chosen version, which only TLS 1.3 sends in the extension. */
const readVersion = (legacyVersion: number, selected: Buffer | undefined): number => {
  if (selected === undefined) return legacyVersion;
  const isTls13 = selected.length === 2 && selected.readUInt16BE() === 0x0304 && legacyVersion === 0x0303;
  return isTls13 ? 0x0304 : 0;
};

/** RFC 8446 section 4.1.3, for TLS 1.2 as well. Anything that was not offered is `unusual`. */
export const readServerHello = (reader: WireReader): ServerHello => {
  const legacyVersion = reader.u16();
  const random = reader.take(32);
  const sessionId = reader.vector8();
  const suite = suiteOf(reader.u16());
  const compression = reader.u8();
  const extensions = readExtensions(reader);
  reader.finish();
  const version = readVersion(legacyVersion, extensions.get(extensionIds.supportedVersions));
  if (version !== 0x0303 && version !== 0x0304) throw new TlsFault('unusual', 'The server chose another version of TLS.');
  const isTls13 = version === 0x0304;
  if (suite === undefined || compression !== 0 || isTls13 !== (suite.auth === null)) {
    throw new TlsFault('unusual', 'The server chose a cipher suite that was not offered.');
  }
  if (!isTls13 && downgradeMarks.some((mark) => random.subarray(24).equals(mark))) {
    throw new TlsFault('unusual', 'TLS 1.3 was removed from the offer in transit.');
  }
  const isRetry = isTls13 && random.equals(retryRandom);
  checkAnswers(extensions, isRetry ? answerable.retry : isTls13 ? answerable.hello13 : answerable.hello12);
  return { version: isTls13 ? 'TLSv1.3' : 'TLSv1.2', isRetry, random, sessionId, suite, extensions };
};

export interface CertificateList {
  /** As sent, not copied. */
  readonly chain: readonly Buffer[];
  /** TLS 1.3: the leaf's extensions. */
  readonly ocspStaple: Buffer | null;
  /** A SignedCertificateTimestampList. */
  readonly signedTimestamps: Buffer | null;
}

/** Entries beyond this number are skipped, and the chain counts as complete without them. */
const MAX_CHAIN = 100;

/** CertificateStatus and the extension of the same form (RFC 6066 section 8). */
export const readOcspStaple = (reader: WireReader): Buffer | null => {
  if (reader.u8() !== 1) return null;
  return reader.vector24();
};

/** The Certificate message of either version (RFC 8446 section 4.4.2, RFC 5246 section 7.4.2). */
export const readCertificateList = (reader: WireReader, version: ServerHello['version']): CertificateList => {
  const isTls13 = version === 'TLSv1.3';
  // The context belongs to post-handshake authentication: it is empty in a handshake.
  if (isTls13) reader.vector8();
  const list = reader.inside(reader.u24());
  reader.finish();
  const chain: Buffer[] = [];
  let ocspStaple: Buffer | null = null;
  let signedTimestamps: Buffer | null = null;
  while (list.more) {
    const certificate = list.vector24();
    if (certificate.length === 0) throw new TlsFault('unusual', 'A certificate is empty.');
    const isLeaf = chain.length === 0;
    if (chain.length < MAX_CHAIN) chain.push(certificate);
    if (!isTls13) continue;
    const size = list.u16();
    const extensions = list.inside(size);
    if (size === 0 || !isLeaf) continue;
    while (extensions.more) {
      const id = extensions.u16();
      const value = extensions.vector16();
      if (id === extensionIds.statusRequest) ocspStaple = readOcspStaple(new WireReader(value));
      if (id === extensionIds.signedTimestamps) signedTimestamps = value;
    }
  }
  return { chain, ocspStaple, signedTimestamps };
};

/** Returns the ALPN protocol chosen among those offered (RFC 7301 section 3.1); null if none. */
export const readAlpn = (extensions: ReadonlyMap<number, Buffer>, offered: readonly string[]): string | null => {
  const value = extensions.get(alpn);
  if (value === undefined) return null;
  const list = new WireReader(value);
  const chosen = list.inside(list.u16()).vector8().toString('latin1');
  if (!offered.includes(chosen)) throw new TlsFault('unusual', 'The server chose a protocol that was not offered.');
  return chosen;
};

export const readEncryptedExtensions = (reader: WireReader): ReadonlyMap<number, Buffer> => {
  const extensions = readExtensions(reader);
  reader.finish();
  checkAnswers(extensions, answerable.encrypted);
  return extensions;
};
