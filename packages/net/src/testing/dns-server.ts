import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import dnsPacket, { type Answer, type Question } from 'dns-packet';

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

const codes = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

const readQuestion = (message: Buffer): Question | undefined => {
  try {
    return dnsPacket.decode(message).questions?.[0];
  } catch {
    return undefined;
  }
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
    const { type } = question;
    const key = `${question.name.toLowerCase()}/${type}`;
    const number = asked.get(key) ?? 0;
    asked.set(key, number + 1);
    const found = find(question.name.toLowerCase());
    const answer = typeof found === 'function' ? found(number) : found;
    if (answer === 'DROP') return;
    const list =
      typeof answer === 'string' || (type !== 'A' && type !== 'AAAA') ? [] : answer.filter((each) => isIP(each) === (type === 'A' ? 4 : 6));
    const sent = dnsPacket.encode({
      type: 'response',
      id: message.readUInt16BE(0),
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (typeof answer === 'string' ? codes[answer] : 0),
      questions: [question],
      answers: list.map((data): Answer => ({ name: question.name, type: type === 'A' ? 'A' : 'AAAA', ttl: ttlSeconds, data })),
    });
    socket.send(sent, peer.port, peer.address);
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  return {
    address: `${address}:${socket.address().port}`,
    set: (name, answer) => {
      answers.set(name.toLowerCase(), answer);
    },
    queriesOf: (name) => (asked.get(`${name}/A`) ?? 0) + (asked.get(`${name}/AAAA`) ?? 0),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};
