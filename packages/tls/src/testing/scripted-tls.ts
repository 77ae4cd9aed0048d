import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { extension, u16, vector16 } from '../probe/protocol/client-hello.ts';
import { readExtensions } from '../probe/protocol/server-messages.ts';
import { WireReader } from '../probe/protocol/wire-reader.ts';
import { type ScannedVersion, versionOf } from '../scan/scan-hello.ts';

/** The offer of a ClientHello. */
export interface AskedHello {
  /** 0x0300 to 0x0304: the newest version offered. */
  readonly version: number;
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  readonly schemes: readonly number[];
  readonly compressions: readonly number[];
  /** Groups with a key share; null before TLS 1.3. */
  readonly shares: readonly number[] | null;
  readonly servername: string | null;
  /** Size of the complete message in bytes. */
  readonly size: number;
}

/** A server's configuration: its suites by version in its order, and how it answers other offers. */
export interface TlsScript {
  readonly suites: Readonly<Partial<Record<ScannedVersion, readonly number[]>>>;
  readonly groups?: readonly number[];
  readonly schemes?: readonly number[];
  /** Follows the client's order. */
  readonly followsClient?: boolean;
  readonly primeBits?: number;
  readonly compresses?: boolean;
  readonly hasRenegotiationInfo?: boolean;
  readonly speaksSsl2?: boolean;
  /** DER, leaf first; by default three bytes that are not a certificate. */
  readonly chain?: readonly Buffer[];
  /** The answer to a hello without a match: `alert` by default. */
  readonly refusal?: 'alert' | 'reset' | 'silence';
  /** Hellos that this server fails on; it resets the connection. */
  readonly stumblesOver?: (hello: AskedHello) => boolean;
  /** A TLS 1.3 server that refuses an empty key share. */
  readonly wantsShare?: boolean;
}

export interface ScriptedServer {
  readonly port: number;
  readonly hellos: readonly AskedHello[];
  connections(): number;
  close(): Promise<void>;
}

const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');
const emptyRenegotiation = extension(0xff01, Buffer.from([0]));

const list16 = (bytes: Buffer | undefined): number[] => {
  if (bytes === undefined) return [];
  const reader = new WireReader(bytes);
  const list = reader.inside(reader.u16());
  const values: number[] = [];
  while (list.more) values.push(list.u16());
  return values;
};

const readShares = (bytes: Buffer | undefined): number[] | null => {
  if (bytes === undefined) return null;
  const reader = new WireReader(bytes);
  const list = reader.inside(reader.u16());
  const groups: number[] = [];
  while (list.more) {
    groups.push(list.u16());
    list.vector16();
  }
  return groups;
};

/** Reads a ClientHello in one record; null while it is incomplete. */
export const readAskedHello = (bytes: Buffer): AskedHello | null => {
  if (bytes.length < 5 || bytes.length < 5 + bytes.readUInt16BE(3)) return null;
  const reader = new WireReader(bytes, 9);
  const legacyVersion = reader.u16();
  reader.take(32);
  reader.vector8();
  const suites = new WireReader(reader.vector16());
  const offered: number[] = [];
  while (suites.more) offered.push(suites.u16());
  const compressions = [...reader.vector8()];
  const extensions = readExtensions(reader);
  const versions = extensions.get(43);
  const name = extensions.get(0);
  return {
    version: versions === undefined ? legacyVersion : Math.max(...list16(Buffer.concat([Buffer.from([0]), versions]))),
    suites: offered,
    groups: list16(extensions.get(10)),
    schemes: list16(extensions.get(13)),
    compressions,
    shares: readShares(extensions.get(51)),
    servername: name === undefined ? null : name.subarray(5).toString('latin1'),
    size: bytes.length - 5,
  };
};

const message = (type: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  head[0] = type;
  return Buffer.concat([head, body]);
};

const record = (type: number, version: number, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([type]), u16(Math.min(version, 0x0303)), vector16(...parts)]);

const choose = (ours: readonly number[], theirs: readonly number[], followsClient: boolean): number | undefined =>
  followsClient ? theirs.find((id) => ours.includes(id)) : ours.find((id) => theirs.includes(id));

const isEcdhe = (suite: number): boolean => (suite >= 0xc006 && suite <= 0xc0ff) || suite >= 0xcca8;
const isDhe = (suite: number): boolean => suite === 0x0033 || suite === 0x0039 || suite === 0x009e || suite === 0x0016;

const notCertificate = Buffer.from([2, 1, 0]);
const vector24 = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([bytes.length >> 16, (bytes.length >> 8) & 255, bytes.length & 255]), bytes]);

const serverHello = (version: number, suite: number, compression: number, random: Buffer, extensions: readonly Buffer[]): Buffer =>
  message(
    2,
    u16(Math.min(version, 0x0303)),
    random,
    Buffer.from([0]),
    u16(suite),
    Buffer.from([compression]),
    ...(extensions.length === 0 ? [] : [vector16(...extensions)]),
  );

const keyExchange = (script: TlsScript, hello: AskedHello, suite: number): Buffer[] | null => {
  const signature = hello.version === 0x0303 ? choose(script.schemes ?? [0x0401], hello.schemes, false) : 0;
  if (signature === undefined) return null;
  const signed = hello.version === 0x0303 ? [u16(signature), vector16(Buffer.alloc(64, 7))] : [vector16(Buffer.alloc(64, 7))];
  if (isEcdhe(suite)) {
    const group = choose(script.groups ?? [], hello.groups, script.followsClient === true);
    if (group === undefined) return null;
    return [message(12, Buffer.from([3]), u16(group), Buffer.from([32]), Buffer.alloc(32, 9), ...signed)];
  }
  if (!isDhe(suite)) return [];
  const prime = Buffer.alloc((script.primeBits ?? 2_048) / 8, 0xff);
  return [message(12, vector16(prime), vector16(Buffer.from([2])), vector16(prime), ...signed)];
};

/** Returns the complete first flight, or null if nothing in the hello matches. Only the choices in it are real. */
const answerTo = (script: TlsScript, hello: AskedHello): Buffer | null => {
  const { version } = hello;
  const follows = script.followsClient === true;
  const suite = choose(script.suites[versionOf(version) ?? 'SSLv3'] ?? [], hello.suites, follows);
  if (suite === undefined) return null;
  if (version === 0x0304) {
    const group = choose(script.groups ?? [], hello.groups, follows);
    if (group === undefined || (script.wantsShare === true && hello.shares?.length === 0)) return null;
    const isRetry = hello.shares?.includes(group) !== true;
    if (!isRetry && choose(script.schemes ?? [0x0403], hello.schemes, false) === undefined) return null;
    const share = isRetry ? extension(51, u16(group)) : extension(51, u16(group), vector16(Buffer.alloc(32, 9)));
    return record(
      22,
      version,
      serverHello(version, suite, 0, isRetry ? retryRandom : Buffer.alloc(32, 5), [extension(43, u16(version)), share]),
    );
  }
  const exchange = keyExchange(script, hello, suite);
  if (exchange === null) return null;
  const compression = script.compresses === true && hello.compressions.includes(1) ? 1 : 0;
  const extensions = script.hasRenegotiationInfo === false || version === 0x0300 ? [] : [emptyRenegotiation];
  const certificate = message(11, vector24(Buffer.concat((script.chain ?? [notCertificate]).map(vector24))));
  const flight = [serverHello(version, suite, compression, Buffer.alloc(32, 5), extensions), certificate, ...exchange, message(14)];
  return record(22, version, ...flight);
};

const ssl2Answer = Buffer.from('800b040001000200000000000000', 'hex').subarray(0, 13);
const handshakeFailure = Buffer.from('15030100020228', 'hex');

/**
 * A server on loopback that answers ClientHellos by a script, without a key: for versions, suites and groups that libraries
 * no longer support.
 */
export const startScriptedTls = async (script: TlsScript): Promise<ScriptedServer> => {
  const sockets = new Set<Socket>();
  const hellos: AskedHello[] = [];
  let accepted = 0;
  const server = createServer((socket) => {
    accepted += 1;
    sockets.add(socket);
    let held = Buffer.alloc(0);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      if (held[0] === 0x80) {
        if (script.speaksSsl2 === true) socket.end(ssl2Answer);
        else socket.resetAndDestroy();
        return;
      }
      const hello = held[0] === 22 ? readAskedHello(held) : null;
      if (hello === null) return;
      held = Buffer.alloc(0);
      hellos.push(hello);
      const answer = script.stumblesOver?.(hello) === true ? undefined : answerTo(script, hello);
      if (answer !== null && answer !== undefined) socket.write(answer);
      else if (answer === undefined || script.refusal === 'reset') socket.resetAndDestroy();
      else if (script.refusal !== 'silence') socket.end(handshakeFailure);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    hellos,
    connections: () => accepted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
