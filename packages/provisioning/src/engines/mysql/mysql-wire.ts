import { createHash } from 'node:crypto';
import { type EngineAccess, ProviderError } from '@notafter/domain';
import { tlsOptions, WireConnection } from '../wire-connection.ts';

/** Capability flags of the protocol's handshake. */
const CLIENT = { longPassword: 1, protocol41: 1 << 9, ssl: 1 << 11, transactions: 1 << 13, secureConnection: 1 << 15, pluginAuth: 1 << 19 };
const CAPABILITIES = Object.values(CLIENT).reduce((sum, flag) => sum | flag, 0);
const UTF8MB4 = 45;
const MAX_PACKET = 1024 * 1024;
/** A result of ours has a row for each column of each table at most. */
const MAX_PACKETS = 100_000;

const digest = (algorithm: 'sha1' | 'sha256', ...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));

/** The answer to a server's challenge. Plugins that want the password itself get it: TLS is verified before. */
const answerTo = (plugin: string, password: string, nonce: Buffer): Buffer => {
  const secret = Buffer.from(password);
  if (password === '') return Buffer.alloc(0);
  switch (plugin) {
    case 'mysql_native_password': {
      const once = digest('sha1', secret);
      return xor(once, digest('sha1', nonce, digest('sha1', once)));
    }
    case 'caching_sha2_password': {
      const once = digest('sha256', secret);
      return xor(once, digest('sha256', digest('sha256', once), nonce));
    }
    case 'sha256_password':
    case 'mysql_clear_password':
      return Buffer.from(`${password}\0`);
    default:
      throw new ProviderError('invalid', `The server asks for ${plugin}, which is not supported.`);
  }
};

/** Reads the parts of a packet in order. Throws if the packet is too short. */
class PacketReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  skip(length: number): this {
    this.take(length);
    return this;
  }
  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new ProviderError('transient', 'The server sent a packet that is too short.');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
  rest(): Buffer {
    return this.take(this.#bytes.length - this.#at);
  }
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const found = this.take((end < 0 ? this.#bytes.length : end) - this.#at).toString();
    if (end >= 0) this.#at += 1;
    return found;
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }
  /** A length-encoded string; null for NULL. */
  field(): string | null {
    const first = this.take(1)[0] ?? 0;
    if (first === 0xfb) return null;
    if (first < 0xfb) return this.take(first).toString();
    return this.take(first === 0xfc ? this.take(2).readUInt16LE() : this.take(3).readUIntLE(0, 3)).toString();
  }
}

/** 1045 is a wrong password, 1040 too many connections; both as in MySQL's error reference. */
const errorOf = (packet: Buffer): ProviderError => {
  const code = packet.readUInt16LE(1);
  const said = packet
    .subarray(3)
    .toString()
    .replace(/^#.{5}/, '');
  return new ProviderError(code === 1045 ? 'auth' : code === 1040 ? 'transient' : 'invalid', `The server answered: ${said}.`, {
    code: String(code),
  });
};

interface Greeting {
  readonly version: string;
  readonly plugin: string;
  readonly nonce: Buffer;
}

const readGreeting = (packet: Buffer): Greeting => {
  if (packet[0] === 0xff) throw errorOf(packet);
  if (packet[0] !== 10) throw new ProviderError('transient', 'The server does not speak the protocol of MySQL.');
  const reader = new PacketReader(packet).skip(1);
  const version = reader.text();
  const start = reader.skip(4).take(8);
  const low = reader.skip(1).take(2).readUInt16LE();
  const high = reader.skip(3).take(2).readUInt16LE();
  const length = reader.take(1)[0] ?? 0;
  if (((low | (high << 16)) & CLIENT.ssl) === 0) throw new ProviderError('transient', 'The server does not speak TLS.');
  const end = reader.skip(10).take(Math.max(13, length - 8));
  return { version, nonce: Buffer.concat([start, end]).subarray(0, 20), plugin: reader.text() };
};

/** The part of MySQL's protocol that signs in and runs statements: TLS always. */
export class MysqlWire {
  readonly #wire: WireConnection;
  #sequence = 0;
  /** As the server said it, such as `5.5.5-10.11.18-MariaDB-0+deb12u1`; '' before. */
  version = '';

  private constructor(wire: WireConnection) {
    this.#wire = wire;
  }

  static async open(access: EngineAccess & { readonly port: number }, signal: AbortSignal): Promise<MysqlWire> {
    const connection = new MysqlWire(await WireConnection.open(access.host, access.port, signal));
    try {
      await connection.#signIn(access);
      return connection;
    } catch (error) {
      connection.#wire.close();
      throw error;
    }
  }

  /** Runs one statement; resolves to the first column of its rows. */
  async run(statement: string): Promise<(string | null)[]> {
    return (await this.rows(statement)).map(([first]) => first ?? null);
  }

  /** Runs one statement; resolves to its rows. */
  async rows(statement: string): Promise<(string | null)[][]> {
    this.#sequence = 0;
    this.#send(Buffer.concat([Buffer.from([3]), Buffer.from(statement)]));
    const first = await this.#receive();
    if (first[0] === 0) return [];
    await this.#untilEnd();
    return (await this.#untilEnd()).map((packet) => {
      const reader = new PacketReader(packet);
      const fields: (string | null)[] = [];
      while (!reader.isAtEnd) fields.push(reader.field());
      return fields;
    });
  }

  close(): void {
    this.#sequence = 0;
    this.#send(Buffer.from([1]));
    this.#wire.close();
  }

  async #signIn(access: EngineAccess): Promise<void> {
    const { version, nonce, plugin } = readGreeting(await this.#receive());
    this.version = version;
    const head = Buffer.alloc(32);
    head.writeUInt32LE(CAPABILITIES, 0);
    head.writeUInt32LE(MAX_PACKET, 4);
    head.writeUInt8(UTF8MB4, 8);
    this.#send(head);
    await this.#wire.startTls(tlsOptions(access));
    const answer = answerTo(plugin, access.password, nonce);
    const names = [Buffer.from(`${access.user}\0`), Buffer.from([answer.length]), answer, Buffer.from(`${plugin}\0`)];
    this.#send(Buffer.concat([head, ...names]));
    for (let round = 0; round < 10; round += 1) {
      const packet = await this.#receive();
      if (packet[0] === 0) return;
      if (packet[0] === 0xfe) {
        const reader = new PacketReader(packet).skip(1);
        const other = reader.text();
        this.#send(answerTo(other, access.password, reader.rest().subarray(0, 20)));
      } else if (packet[0] === 1 && packet[1] === 4) {
        // caching_sha2_password does not have it cached.
        this.#send(Buffer.from(`${access.password}\0`));
      } else if (packet[0] !== 1) {
        break;
      }
    }
    throw new ProviderError('transient', 'The server does not end the handshake.');
  }

  async #untilEnd(): Promise<Buffer[]> {
    const packets: Buffer[] = [];
    while (packets.length < MAX_PACKETS) {
      const packet = await this.#receive();
      if (packet[0] === 0xfe && packet.length < 9) return packets;
      packets.push(packet);
    }
    throw new ProviderError('transient', 'The server sent too many rows.');
  }

  #send(payload: Buffer): void {
    const head = Buffer.alloc(4);
    head.writeUIntLE(payload.length, 0, 3);
    head.writeUInt8(this.#sequence, 3);
    this.#sequence = (this.#sequence + 1) % 256;
    this.#wire.write(Buffer.concat([head, payload]));
  }

  /** Throws for an ERR packet. */
  async #receive(): Promise<Buffer> {
    const head = await this.#wire.read(4);
    this.#sequence = ((head[3] ?? 0) + 1) % 256;
    const packet = await this.#wire.read(head.readUIntLE(0, 3));
    if (packet.length === 0) throw new ProviderError('transient', 'The server sent an empty packet.');
    if (packet[0] === 0xff) throw errorOf(packet);
    return packet;
  }
}
