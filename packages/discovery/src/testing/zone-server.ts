import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv4, type Server, type Socket } from 'node:net';

/** Records of one name by type: addresses, names, `<port> <name>` for SRV, `<tag> <value>` for CAA. */
export type ZoneRecords = Readonly<Partial<Record<'A' | 'AAAA' | 'CNAME' | 'NS' | 'MX' | 'SRV' | 'CAA', readonly string[]>>>;
export type ZoneName = ZoneRecords | 'SERVFAIL' | 'DROP' | Buffer;

export interface ZoneOptions {
  /** The zone's apex: other names at or below it answer NXDOMAIN. */
  readonly apex: string;
  /** By name; `*.x` answers for every other name below x. A Buffer is sent as is, after the query's id. */
  readonly names: Readonly<Record<string, ZoneName>>;
  /** NSEC answers: the next name of each. Absent: none. */
  readonly chain?: Readonly<Record<string, string>>;
  /** Truncates UDP answers, so that the client must use TCP. */
  readonly cutsUdp?: boolean;
  /** Answer of a wildcard, called for each query. */
  readonly shifting?: () => string;
}

export interface ZoneServer {
  /** In the format of DNS_SERVERS. */
  readonly address: string;
  /** `name/type` in the order of arrival. */
  readonly asked: string[];
  set(options: ZoneOptions): void;
  close(): Promise<void>;
}

const numbers = { A: 1, NS: 2, CNAME: 5, MX: 15, AAAA: 28, SRV: 33, NSEC: 47, CAA: 257 } as const;
type TypeName = keyof typeof numbers;
const names = new Map<number, string>(Object.entries(numbers).map(([name, number]) => [number, name]));
const isTypeName = (name: string | undefined): name is TypeName => name !== undefined && name in numbers;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([...name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]), Buffer.from([0])]);

const uint16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index);
  return bytes;
};

/** RFC 5952 is not needed: `::` replaces all zeros but the last group. */
const ipv6Bytes = (address: string): Buffer =>
  Buffer.concat([Buffer.alloc(14), Buffer.from(address.replace('::', '').padStart(4, '0'), 'hex')]);

const dataOf = (type: TypeName, value: string): Buffer => {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number));
    case 'AAAA':
      return ipv6Bytes(value);
    case 'NS':
    case 'CNAME':
      return nameBytes(value);
    case 'MX':
      return Buffer.concat([uint16(10), nameBytes(value)]);
    case 'SRV': {
      const [port = '0', target = ''] = value.split(' ');
      return Buffer.concat([uint16(1, 1, Number(port)), nameBytes(target)]);
    }
    case 'CAA': {
      const [tag = '', ...rest] = value.split(' ');
      return Buffer.concat([Buffer.from([0, tag.length]), Buffer.from(tag), Buffer.from(rest.join(' '))]);
    }
    case 'NSEC':
      // One window with A and NSEC.
      return Buffer.concat([nameBytes(value), Buffer.from([0, 6, 0x40, 0, 0, 0, 0, 0x01])]);
  }
};

const record = (owner: string, type: TypeName, value: string): Buffer => {
  const data = dataOf(type, value);
  return Buffer.concat([nameBytes(owner), uint16(numbers[type], 1, 0, 0, data.length), data]);
};

const readQuery = (message: Buffer): { name: string; type: TypeName; end: number } | null => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = names.get(message.readUInt16BE(at + 1));
  return isTypeName(type) ? { name: labels.join('.').toLowerCase(), type, end: at + 5 } : null;
};

const TRIES = 10;

/** Uses one port for both; a free UDP port may be taken for TCP. */
const listenOnBoth = async (openUdp: () => UdpSocket, tcp: Server, address: string): Promise<UdpSocket> => {
  for (let attempt = 1; ; attempt += 1) {
    const socket = openUdp().bind(0, address);
    await once(socket, 'listening');
    try {
      tcp.listen(socket.address().port, address);
      await once(tcp, 'listening');
      return socket;
    } catch (error) {
      socket.close();
      if (attempt === TRIES) throw error;
    }
  }
};

/** Serves one zone on loopback over UDP and TCP, as an authoritative server would. */
export const startZoneServer = async (initial: ZoneOptions, address = '127.0.0.1'): Promise<ZoneServer> => {
  let zone = initial;
  const asked: string[] = [];

  const find = (name: string): ZoneName | null => {
    const own = zone.names[name];
    if (own !== undefined) return own;
    const parts = name.split('.');
    for (let cut = 1; cut < parts.length; cut += 1) {
      const parent = parts.slice(cut).join('.');
      const wild = zone.names[`*.${parent}`];
      if (wild !== undefined) return zone.shifting === undefined ? wild : { A: [zone.shifting()] };
      if (parent in zone.names) break;
    }
    // A name between others exists, even without records.
    return Object.keys(zone.names).some((other) => other.endsWith(`.${name}`)) ? {} : null;
  };

  const answer = (message: Buffer, overTcp: boolean): Buffer | null => {
    const query = readQuery(message);
    if (query === null) return null;
    const { name, type, end } = query;
    asked.push(`${name}/${type}`);
    const reply = (rcode: number, flags: number, records: readonly Buffer[]): Buffer =>
      Buffer.concat([
        message.subarray(0, 2),
        uint16(0x8180 | flags | rcode, 1, records.length, 0, 0),
        message.subarray(12, end),
        ...records,
      ]);
    const next = type === 'NSEC' ? zone.chain?.[name] : undefined;
    if (next !== undefined) return reply(0, 0, [record(name, 'NSEC', next)]);
    const found = find(name);
    if (found === 'DROP') return null;
    if (found === 'SERVFAIL') return reply(2, 0, []);
    if (Buffer.isBuffer(found)) return Buffer.concat([message.subarray(0, 2), found]);
    if (found === null) return reply(3, 0, []);
    if (zone.cutsUdp === true && !overTcp) return reply(0, 0x0200, []);
    const alias = found.CNAME?.[0];
    const records = type === 'NSEC' ? [] : (found[type] ?? []).map((value) => record(name, type, value));
    return reply(0, 0, alias === undefined || type === 'CNAME' ? records : [record(name, 'CNAME', alias), ...records]);
  };

  const openUdp = (): UdpSocket => {
    const socket = createSocket({ type: isIPv4(address) ? 'udp4' : 'udp6', recvBufferSize: 4_194_304 });
    return socket.on('message', (message, peer) => {
      const sent = answer(message, false);
      if (sent !== null) socket.send(sent, peer.port, peer.address);
    });
  };

  const open = new Set<Socket>();
  const tcp = createServer((connection) => {
    open.add(connection);
    connection.on('error', () => undefined).on('close', () => open.delete(connection));
    connection.on('data', (chunk) => {
      const sent = answer(chunk.subarray(2), true);
      if (sent !== null) connection.end(Buffer.concat([uint16(sent.length), sent]));
    });
  });
  const socket = await listenOnBoth(openUdp, tcp, address);

  return {
    address: `${address}:${socket.address().port}`,
    asked,
    set: (options) => {
      zone = options;
    },
    close: async () => {
      for (const connection of open) connection.destroy();
      await Promise.all([new Promise<void>((resolve) => socket.close(() => resolve())), new Promise((resolve) => tcp.close(resolve))]);
    },
  };
};
