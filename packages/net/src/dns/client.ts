import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { getServers } from 'node:dns';
import { createConnection, isIPv6 } from 'node:net';
import { decodeAnswer, encodeQuery, isAskable, type Question } from './message.ts';
import { type DnsAnswer, type ExtendedError, NOERROR, NXDOMAIN, type RecordType } from './record.ts';

/** `silent`: no server answered in time. `refused`: a server sent an unusable answer. */
export type DnsReply =
  | ({ readonly kind: 'answer' } & DnsAnswer)
  | { readonly kind: 'silent' }
  | { readonly kind: 'refused'; readonly rcode: number; readonly errors: readonly ExtendedError[] };

export type QueryTerms = Pick<Question, 'dnssec' | 'checkingDisabled'>;

export interface DnsClient {
  /** Never rejects; an unrelated or invalid message counts as no answer. A name too long for a query does not exist. */
  query(name: string, type: RecordType, signal: AbortSignal, terms?: QueryTerms): Promise<DnsReply>;
}

interface Server {
  readonly host: string;
  readonly port: number;
}

const TRIES = 2;

const parseServer = (text: string): Server => {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  if (bracketed !== null) return { host: bracketed[1] ?? '', port: Number(bracketed[2] ?? 53) };
  if (isIPv6(text)) return { host: text, port: 53 };
  const [host = '', port = '53'] = text.split(':');
  return { host, port: Number(port) };
};

type Attempt = DnsAnswer | null;

/** Settles an attempt exactly once: with an answer, an error, the timeout, or an abort. */
const attempt = (timeoutMs: number, signal: AbortSignal, begin: (finish: (answer: Attempt) => void) => () => void): Promise<Attempt> =>
  new Promise((resolve) => {
    let close: () => void = () => undefined;
    let ended = false;
    const finish = (answer: Attempt): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      close();
      resolve(answer);
    };
    const giveUp = (): void => finish(null);
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    close = begin(finish);
    if (ended) close();
    if (signal.aborted) giveUp();
  });

/** Uses a separate socket per query, so a forged answer must also guess its port. */
const askUdp = ({ host, port }: Server, question: Question, timeoutMs: number, signal: AbortSignal): Promise<Attempt> =>
  attempt(timeoutMs, signal, (finish) => {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    let isOpen = true;
    socket.on('error', () => finish(null));
    socket.on('message', (message) => {
      const answer = decodeAnswer(message, question);
      if (answer !== null) finish(answer);
    });
    // Not as the callback of `connect`, which is also called for a server without a route.
    socket.on('connect', () => {
      if (isOpen) socket.send(encodeQuery(question));
    });
    // Connected, so that only the server's own packets and its ICMP errors arrive.
    socket.connect(port, host);
    return () => {
      if (isOpen) socket.close();
      isOpen = false;
    };
  });

const askTcp = ({ host, port }: Server, question: Question, timeoutMs: number, signal: AbortSignal): Promise<Attempt> =>
  attempt(timeoutMs, signal, (finish) => {
    const socket = createConnection({ host, port });
    let received = Buffer.alloc(0);
    socket.on('error', () => finish(null));
    socket.on('close', () => finish(null));
    socket.on('connect', () => {
      const query = encodeQuery(question);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(query.length);
      socket.write(Buffer.concat([length, query]));
    });
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const wanted = received.length < 2 ? Number.POSITIVE_INFINITY : 2 + received.readUInt16BE(0);
      if (received.length >= wanted) finish(decodeAnswer(received.subarray(2, wanted), question));
    });
    return () => socket.destroy();
  });

/**
 * Creates a DNS client for data that the system's resolver hides: raw record types and response codes. Each query uses
 * UDP, then TCP for a truncated answer, and tries every server in turn. Empty `servers`: the system's own.
 */
export const createDnsClient = ({
  servers,
  timeoutMs,
}: {
  readonly servers: readonly string[];
  readonly timeoutMs: number;
}): DnsClient => ({
  async query(name, type, signal, terms = {}) {
    if (!isAskable(name)) return { kind: 'answer', rcode: NXDOMAIN, truncated: false, authenticated: false, errors: [], records: [] };
    const asked = (servers.length > 0 ? servers : getServers()).map(parseServer);
    let refused: DnsAnswer | null = null;
    for (let round = 0; round < TRIES; round += 1) {
      for (const server of asked) {
        if (signal.aborted) return { kind: 'silent' };
        const question: Question = { id: randomInt(0x1_0000), name, type, ...terms };
        const first = await askUdp(server, question, timeoutMs, signal);
        const answer = first?.truncated === true ? await askTcp(server, question, timeoutMs, signal) : first;
        if (answer === null) continue;
        if (answer.rcode === NOERROR || answer.rcode === NXDOMAIN) return { kind: 'answer', ...answer };
        refused = answer;
      }
    }
    return refused === null ? { kind: 'silent' } : { kind: 'refused', rcode: refused.rcode, errors: refused.errors };
  },
});
