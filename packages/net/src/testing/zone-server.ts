import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv4, type Server, type Socket } from 'node:net';
import dnsPacket, { type Answer, type Question } from 'dns-packet';

/** Records of one name by type: addresses, names, `<port> <name>` for SRV, `<tag> <value>` for CAA. */
export type ZoneRecords = Readonly<Partial<Record<'A' | 'AAAA' | 'CNAME' | 'NS' | 'MX' | 'SRV' | 'CAA' | 'TXT', readonly string[]>>>;
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

type TypeName = keyof ZoneRecords | 'NSEC';

const answerOf = (name: string, type: TypeName, value: string): Answer => {
  switch (type) {
    case 'A':
    case 'AAAA':
    case 'NS':
    case 'CNAME':
      return { name, type, data: value };
    case 'MX':
      return { name, type, data: { preference: 10, exchange: value } };
    case 'SRV': {
      const [port = '0', target = ''] = value.split(' ');
      return { name, type, data: { priority: 1, weight: 1, port: Number(port), target } };
    }
    case 'CAA': {
      const [tag = '', ...rest] = value.split(' ');
      return { name, type, data: { flags: 0, tag: tag === 'iodef' ? tag : 'issue', value: rest.join(' ') } };
    }
    case 'TXT':
      return { name, type, data: value };
    case 'NSEC':
      return { name, type, data: { nextDomain: value, rrtypes: ['A', 'NSEC'] } };
  }
};

const typeNames: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'NS', 'MX', 'SRV', 'CAA', 'TXT', 'NSEC'] satisfies TypeName[]);
const isTypeName = (name: string): name is TypeName => typeNames.has(name);

const readQuery = (message: Buffer): { question: Question; name: string; type: TypeName | null } | null => {
  const [question] = dnsPacket.decode(message).questions ?? [];
  if (question === undefined) return null;
  // Names exist without records of other types.
  return { question, name: question.name.toLowerCase(), type: isTypeName(question.type) ? question.type : null };
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
    const { question, name, type } = query;
    asked.push(`${name}/${question.type}`);
    const reply = (rcode: number, flags: number, answers: Answer[]): Buffer =>
      dnsPacket.encode({
        type: 'response',
        id: message.readUInt16BE(0),
        flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | flags | rcode,
        questions: [question],
        answers,
      });
    const next = type === 'NSEC' ? zone.chain?.[name] : undefined;
    if (next !== undefined) return reply(0, 0, [answerOf(name, 'NSEC', next)]);
    const found = find(name);
    if (found === 'DROP') return null;
    if (found === 'SERVFAIL') return reply(2, 0, []);
    if (Buffer.isBuffer(found)) return Buffer.concat([message.subarray(0, 2), found]);
    if (found === null) return reply(3, 0, []);
    if (zone.cutsUdp === true && !overTcp) return reply(0, dnsPacket.TRUNCATED_RESPONSE, []);
    const alias = found.CNAME?.[0];
    const records = type === null || type === 'NSEC' ? [] : (found[type] ?? []).map((value) => answerOf(name, type, value));
    return reply(0, 0, alias === undefined || type === 'CNAME' ? records : [answerOf(name, 'CNAME', alias), ...records]);
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
      if (sent !== null) connection.end(Buffer.concat([Buffer.from([sent.length >> 8, sent.length & 255]), sent]));
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
