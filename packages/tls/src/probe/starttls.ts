import type { EndpointProtocol, ProbeTarget } from '@notafter/domain';
import { TlsFault } from './protocol/tls-fault.ts';

/** Protocols that start in plaintext and upgrade to TLS. */
export type StarttlsProtocol = Exclude<EndpointProtocol, 'tls'>;

/** Null if TLS begins at once. */
export const starttlsOf = ({ protocol = 'tls' }: ProbeTarget): StarttlsProtocol | null => (protocol === 'tls' ? null : protocol);

/** One request and its answer. */
interface Step {
  readonly send: Buffer | null;
  /** Returns the length of the complete answer, 0 while it is incomplete; null if no answer is expected. */
  readonly answerLength: ((bytes: Buffer) => number) | null;
  readonly isAccepted: (answer: Buffer) => boolean;
}

const MAX_ANSWER_BYTES = 16_384;

const text = (value: string): Buffer => Buffer.from(value, 'latin1');

/** Returns the end of the first line that matches; 0 without one. */
const lineLength = (bytes: Buffer, last: RegExp): number => {
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) return 0;
    if (last.test(bytes.toString('latin1', start, end))) return end + 1;
    start = end + 1;
  }
};

/** `first` matches the start of every answer of the protocol: a line that does not match ends the wait and is rejected. */
const answers = (first: RegExp, send: string | null, last: RegExp, accepted: RegExp): Step => ({
  send: send === null ? null : text(send),
  answerLength: (bytes) => {
    const end = bytes.indexOf(0x0a);
    const isStrange = end !== -1 && !first.test(bytes.toString('latin1', 0, end));
    return isStrange ? end + 1 : lineLength(bytes, last);
  },
  isAccepted: (answer) => accepted.test(answer.toString('latin1')),
});

/** Replies of SMTP and FTP end with a line whose code is followed by a space (RFC 5321 section 4.2, RFC 959 section 4.2). */
const replyEnd = /^\d{3}(?: |\r?$)/;
const replyStart = /^\d{3}/;
const imapStart = /^(?:\* |\+|a1 )/i;
const pop3Start = /^[+-]/;

/** ExtendedRequest 1.3.6.1.4.1.1466.20037 as message 1 (RFC 4511 section 4.14). */
const ldapRequest = Buffer.from('301d02010177188016312e332e362e312e342e312e313436362e3230303337', 'hex');
/** The complete LDAPMessage, whose length has at most two bytes. */
const ldapLength = (bytes: Buffer): number => {
  const first = bytes[1];
  if (first === undefined) return 0;
  if (bytes[0] !== 0x30) return bytes.length;
  const lengthBytes = first > 0x80 ? first - 0x80 : 0;
  if (lengthBytes > 2) return bytes.length;
  if (bytes.length < 2 + lengthBytes) return 0;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  return bytes.length < 2 + lengthBytes + length ? 0 : 2 + lengthBytes + length;
};
/** An ExtendedResponse, `[APPLICATION 24]`, that starts with resultCode success. */
const isLdapSuccess = (answer: Buffer): boolean => {
  const at = answer.indexOf(0x78, 4);
  return answer[0] === 0x30 && at > 0 && at < 12 && answer.indexOf(text('\x0a\x01\0'), at) > 0;
};

/** Returns the end of the first of these marks. */
const upTo =
  (...marks: readonly string[]) =>
  (bytes: Buffer): number => {
    if (bytes.length > 0 && !/^\s*</.test(bytes.toString('latin1', 0, 100))) return bytes.length;
    const ends = marks.map((mark) => bytes.indexOf(mark) + mark.length).filter((end, index) => end >= (marks[index]?.length ?? 0));
    return ends.length === 0 ? 0 : Math.min(...ends);
  };

/** A MySQL packet: three bytes of length, little-endian, and a sequence number. */
const mysqlLength = (bytes: Buffer): number => {
  if (bytes.length < 4) return 0;
  const length = 4 + bytes.readUIntLE(0, 3);
  if (length > MAX_ANSWER_BYTES) return bytes.length;
  return bytes.length < length ? 0 : length;
};
const CLIENT_SSL = 0x0800;
/** Protocol 10; the lower half of the capabilities follows the version string, 4 + 8 + 1 bytes later. */
const offersMysqlTls = (answer: Buffer): boolean => {
  const versionEnd = answer.indexOf(0, 5);
  const at = versionEnd + 14;
  return answer[4] === 10 && versionEnd > 0 && at + 2 <= answer.length && (answer.readUInt16LE(at) & CLIENT_SSL) !== 0;
};
/** SSLRequest: protocol 4.1, secure connection and TLS, 16 MB packets, UTF-8, as packet 1. */
const mysqlRequest = Buffer.concat([Buffer.from('20000001008a0000000000012d', 'hex'), Buffer.alloc(23)]);

const xml = (host: string): string => host.replace(/[<>&'"]/g, '');

const dialogues: Readonly<Record<StarttlsProtocol, (host: string) => readonly Step[]>> = {
  smtp: () => [
    answers(replyStart, null, replyEnd, /^220/),
    answers(replyStart, 'EHLO notafter.invalid\r\n', replyEnd, /^250[ -]STARTTLS\s*$/im),
    answers(replyStart, 'STARTTLS\r\n', replyEnd, /^220/),
  ],
  imap: () => [answers(imapStart, null, /^\* /, /^\* (?:OK|PREAUTH)/i), answers(imapStart, 'a1 STARTTLS\r\n', /^a1 /i, /^a1 OK/im)],
  pop3: () => [answers(pop3Start, null, pop3Start, /^\+OK/), answers(pop3Start, 'STLS\r\n', pop3Start, /^\+OK/)],
  ftp: () => [answers(replyStart, null, replyEnd, /^220/), answers(replyStart, 'AUTH TLS\r\n', replyEnd, /^234/)],
  ldap: () => [{ send: ldapRequest, answerLength: ldapLength, isAccepted: isLdapSuccess }],
  xmpp: (host) => [
    {
      send: text(
        `<?xml version='1.0'?><stream:stream to='${xml(host)}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`,
      ),
      answerLength: upTo('</stream:features>', '</stream:stream>', '<stream:features/>'),
      isAccepted: (answer) => answer.includes('urn:ietf:params:xml:ns:xmpp-tls'),
    },
    {
      send: text("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"),
      answerLength: upTo('/>', '</failure>'),
      isAccepted: (answer) => answer.includes('<proceed'),
    },
  ],
  postgres: () => [
    {
      send: Buffer.from('0000000804d2162f', 'hex'),
      answerLength: (bytes) => Math.min(1, bytes.length),
      isAccepted: (answer) => answer[0] === 0x53,
    },
  ],
  mysql: () => [
    { send: null, answerLength: mysqlLength, isAccepted: offersMysqlTls },
    { send: mysqlRequest, answerLength: null, isAccepted: () => true },
  ],
  nats: () => [answers(/^INFO /i, null, /^INFO /i, /^INFO .*"tls_(?:required|available)"\s*:\s*true/i)],
};

const nothing = Buffer.alloc(0);

/**
 * The plaintext dialogue before the ClientHello. Rejects a server that sends more than its answer: a middleman could have
 * injected it (CVE-2011-0411 and similar). Every method throws only TlsFault.
 */
export class StarttlsDialogue {
  readonly #steps: readonly Step[];
  #at = 0;
  #held: Buffer = nothing;

  /** `host` is the name that XMPP sends. */
  constructor(protocol: StarttlsProtocol, host: string) {
    this.#steps = dialogues[protocol](host);
  }

  get isDone(): boolean {
    return this.#at >= this.#steps.length;
  }

  /** The first bytes to send; null if the server speaks first. */
  start(): Buffer | null {
    return this.#steps[0]?.send ?? null;
  }

  /** Receives bytes. Returns the bytes to send next, if any; the handshake can start when `isDone`. */
  receive(chunk: Buffer, length: number): Buffer | null {
    const step = this.#steps[this.#at];
    this.#held = Buffer.concat([this.#held, chunk.subarray(0, length)]);
    const end = step?.answerLength?.(this.#held) ?? 0;
    if (step === undefined || (end === 0 && this.#held.length > MAX_ANSWER_BYTES)) {
      throw new TlsFault('no_starttls', 'it sent more than its answer');
    }
    if (end === 0) return null;
    if (!step.isAccepted(this.#held.subarray(0, end))) {
      throw new TlsFault('no_starttls', this.#held.toString('latin1', 0, Math.min(end, 200)));
    }
    if (end < this.#held.length) throw new TlsFault('no_starttls', 'it sent more than its answer');
    this.#held = nothing;
    this.#at += 1;
    const next = this.#steps[this.#at];
    if (next?.answerLength === null) this.#at += 1;
    return next?.send ?? null;
  }
}
