import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/**
 * The answer for a name: addresses of both families (the query's type selects), a response code, or none.
 * A function is called for each query, counted from 0 per name and type, so that answers can change.
 */
export type DnsAnswer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'DROP' | ((queryNumber: number) => readonly string[]);

export interface DnsServer {
  /** In the format of DNS_SERVERS. */
  readonly address: string;
  /** `*.farm.test` answers for every name below farm.test without its own record. */
  set(name: string, answer: DnsAnswer): void;
  queriesOf(name: string): number;
  close(): Promise<void>;
}

const TYPE_A = 1;
const TYPE_AAAA = 28;
const codes = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

const readQuestion = (message: Buffer): { name: string; type: number; end: number } | undefined => {
  const labels: string[] = [];
  let at = 12;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63) return undefined;
    at += 1;
    if (length === 0) break;
    labels.push(message.toString('latin1', at, at + length).toLowerCase());
    at += length;
  }
  if (at + 4 > message.length) return undefined;
  return { name: labels.join('.'), type: message.readUInt16BE(at), end: at + 4 };
};

const ipv6Bytes = (address: string): Buffer => {
  const full = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = full.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return Buffer.concat([...left, ...zeros, ...right].map((group) => Buffer.from(group.padStart(4, '0'), 'hex')));
};

const recordOf = (address: string, type: number, ttlSeconds: number): Buffer => {
  const data = type === TYPE_A ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttlSeconds, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

/**
 * Starts a DNS server on loopback over UDP that answers the given names, and NXDOMAIN for all others. Its TTL is 0 unless
 * a test sets one: otherwise a changed name would keep its cached answer for a time that depends on the clock.
 */
export const startDnsServer = async (
  records: Readonly<Record<string, DnsAnswer>> = {},
  { address = '127.0.0.1', ttlSeconds = 0 }: { readonly address?: string; readonly ttlSeconds?: number } = {},
): Promise<DnsServer> => {
  const answers = new Map(Object.entries(records).map(([name, answer]) => [name.toLowerCase(), answer]));
  const asked = new Map<string, number>();
  const find = (name: string): DnsAnswer => {
    const own = answers.get(name);
    if (own !== undefined) return own;
    const parts = name.split('.');
    for (let cut = 1; cut < parts.length; cut += 1) {
      const wild = answers.get(`*.${parts.slice(cut).join('.')}`);
      if (wild !== undefined) return wild;
    }
    return 'NXDOMAIN';
  };
  // A burst of queries must be answered, not lost in the kernel.
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4_194_304 });
  socket.on('message', (message, peer) => {
    const question = readQuestion(message);
    if (question === undefined) return;
    const key = `${question.name}/${question.type}`;
    const number = asked.get(key) ?? 0;
    asked.set(key, number + 1);
    const found = find(question.name);
    const answer = typeof found === 'function' ? found(number) : found;
    if (answer === 'DROP') return;
    const family = question.type === TYPE_A ? 4 : question.type === TYPE_AAAA ? 6 : -1;
    const list = typeof answer === 'string' ? [] : answer.filter((each) => isIP(each) === family);
    const head = Buffer.alloc(12);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (typeof answer === 'string' ? codes[answer] : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(list.length, 6);
    const body = list.map((each) => recordOf(each, question.type, ttlSeconds));
    socket.send(Buffer.concat([head, message.subarray(12, question.end), ...body]), peer.port, peer.address);
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  return {
    address: `${address}:${socket.address().port}`,
    set: (name, answer) => {
      answers.set(name.toLowerCase(), answer);
    },
    queriesOf: (name) => (asked.get(`${name}/${TYPE_A}`) ?? 0) + (asked.get(`${name}/${TYPE_AAAA}`) ?? 0),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};
