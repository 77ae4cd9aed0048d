import type { ProtocolVersion } from '@notafter/domain';
import { extension, extensionIds, list16, u16, vector8, vector16 } from '../probe/protocol/client-hello.ts';
import { offeredGroups } from '../probe/protocol/key-groups.ts';
import { writeRandom } from '../probe/protocol/random-pool.ts';
import { scanSchemes, schemesBefore13 } from './scan-schemes.ts';

/** The versions that a ClientHello of this form can offer. */
export type ScannedVersion = Exclude<ProtocolVersion, 'SSLv2'>;

/** The values to offer; omitted ones are offered in full. */
export interface Question {
  readonly version: ScannedVersion;
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  readonly schemes?: readonly number[];
  /** Sends key shares for the groups that this program can compute; without, the server names its group in a retry. */
  readonly withShares?: boolean;
  readonly withCompression?: boolean;
}

const versionBytes = {
  SSLv3: 0x0300,
  TLSv1: 0x0301,
  'TLSv1.1': 0x0302,
  'TLSv1.2': 0x0303,
  'TLSv1.3': 0x0304,
} as const satisfies Record<ScannedVersion, number>;

export const versionOf = (bytes: number): ScannedVersion | null => {
  switch (bytes) {
    case 0x0300:
      return 'SSLv3';
    case 0x0301:
      return 'TLSv1';
    case 0x0302:
      return 'TLSv1.1';
    case 0x0303:
      return 'TLSv1.2';
    case 0x0304:
      return 'TLSv1.3';
    default:
      return null;
  }
};

const signatureAlgorithmsCert = 50;
const padding = 21;
/** RFC 5746 section 3.3, for servers that fail on extensions. */
const EMPTY_RENEGOTIATION_INFO = 0x00ff;
const DEFLATE = 1;
const RECORD_HEADER = 5;
const HANDSHAKE_HEADER = 4;
/** Load balancers of F5 hang on a ClientHello of 256 to 511 bytes (RFC 7685 section 1). */
const PADDED_FROM = 256;
const PADDED_TO = 512;

const serverName = (name: string | null): Buffer[] =>
  name === null ? [] : [extension(extensionIds.serverName, vector16(Buffer.from([0]), vector16(Buffer.from(name, 'latin1'))))];

const keyShares = (groups: readonly number[]): Buffer => {
  const known = offeredGroups.filter(({ id }) => groups.includes(id));
  return extension(extensionIds.keyShare, vector16(...known.map((each) => Buffer.concat([u16(each.id), vector16(each.publicValue())]))));
};

const extensionsOf = ({ version, groups, schemes, withShares = false }: Question, servername: string | null): Buffer[] => {
  if (version === 'SSLv3') return [];
  const common = [
    ...serverName(servername),
    extension(extensionIds.renegotiationInfo, Buffer.from([0])),
    extension(extensionIds.supportedGroups, list16(groups)),
    extension(extensionIds.pointFormats, Buffer.from([1, 0])),
  ];
  if (version === 'TLSv1' || version === 'TLSv1.1') return common;
  const signatures = extension(
    extensionIds.signatureAlgorithms,
    list16(schemes ?? (version === 'TLSv1.3' ? scanSchemes : schemesBefore13)),
  );
  if (version === 'TLSv1.2') return [...common, signatures];
  return [
    ...common,
    signatures,
    // Certificate signatures stay unrestricted while handshake signatures are narrowed down.
    extension(signatureAlgorithmsCert, list16(scanSchemes)),
    extension(extensionIds.supportedVersions, Buffer.from([2, 3, 4])),
    keyShares(withShares ? groups : []),
  ];
};

const padded = (extensions: readonly Buffer[], messageBytes: number): Buffer[] => {
  if (extensions.length === 0 || messageBytes < PADDED_FROM || messageBytes >= PADDED_TO) return [...extensions];
  return [...extensions, extension(padding, Buffer.alloc(Math.max(1, PADDED_TO - messageBytes - 4)))];
};

/** A ClientHello record that offers exactly one version. Its random values are used for one answer only. */
export const writeScanHello = (question: Question, servername: string | null): Buffer => {
  const { version, suites, withCompression = false } = question;
  const random = Buffer.alloc(32);
  writeRandom(random, 0, 32);
  const sessionId = Buffer.alloc(version === 'TLSv1.3' ? 32 : 0);
  if (sessionId.length > 0) writeRandom(sessionId, 0, sessionId.length);
  const fixed = Buffer.concat([
    u16(Math.min(versionBytes[version], versionBytes['TLSv1.2'])),
    random,
    vector8(sessionId),
    list16(version === 'SSLv3' ? [...suites, EMPTY_RENEGOTIATION_INFO] : suites),
    vector8(Buffer.from(withCompression ? [DEFLATE, 0] : [0])),
  ]);
  const plain = extensionsOf(question, servername);
  const size = HANDSHAKE_HEADER + fixed.length + 2 + plain.reduce((sum, part) => sum + part.length, 0);
  const extensions = padded(plain, size);
  const body = extensions.length === 0 ? fixed : Buffer.concat([fixed, vector16(...extensions)]);
  const record = Buffer.alloc(RECORD_HEADER + HANDSHAKE_HEADER);
  record[0] = 22;
  // The first record has the oldest version (RFC 8446 appendix D.1).
  record.writeUInt16BE(version === 'SSLv3' ? versionBytes.SSLv3 : versionBytes.TLSv1, 1);
  record.writeUInt16BE(HANDSHAKE_HEADER + body.length, 3);
  record.writeUInt32BE(0x0100_0000 | body.length, RECORD_HEADER);
  return Buffer.concat([record, body]);
};
