import { constants } from 'node:crypto';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import type { HstsFacts, ResumptionFacts } from '@notafter/domain';
import type { Inquirer } from './inquirer.ts';
import { readHsts } from './read-hsts.ts';

export interface SessionOptions {
  readonly servername: string | null;
  /** The name for HTTP. */
  readonly host: string;
  /** If false, only handshakes are made: HSTS and web protocols do not apply. */
  readonly asksHttp: boolean;
}

interface Attempt {
  readonly alpn: readonly string[];
  readonly maxVersion?: SecureVersion;
  readonly session?: Buffer | undefined;
  readonly withoutTickets?: boolean;
  /** Sends one HTTP request along. */
  readonly asksHttp?: boolean;
  /** Waits for TLS 1.3 tickets, which servers send after the handshake. */
  readonly awaitsTicket?: boolean;
}

interface Finished {
  readonly protocol: string;
  readonly alpn: string | null;
  readonly isResumed: boolean;
  readonly session: Buffer | null;
  readonly hasTicket: boolean;
  /** The start of the HTTP response. */
  readonly head: string;
}

const MAX_HEAD_BYTES = 32_768;

const request = (host: string): string =>
  `GET / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: notafter\r\nAccept: */*\r\nConnection: close\r\n\r\n`;

/** A complete handshake with OpenSSL, for facts that are sent encrypted. Null if it fails. */
const attempt = async (inquirer: Inquirer, { servername, host }: SessionOptions, what: Attempt): Promise<Finished | null> => {
  const socket = await inquirer.connect();
  const { alpn, maxVersion = 'TLSv1.3', session, withoutTickets = false, asksHttp = false, awaitsTicket = false } = what;
  return new Promise((resolve) => {
    let latest: Buffer | null = null;
    let head = '';
    let isDone = false;
    const secure: TLSSocket = connect({
      socket,
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      minVersion: 'TLSv1',
      maxVersion,
      ciphers: 'DEFAULT:@SECLEVEL=0',
      secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT | (withoutTickets ? constants.SSL_OP_NO_TICKET : 0),
      ...(alpn.length === 0 ? {} : { ALPNProtocols: [...alpn] }),
      ...(servername === null ? {} : { servername }),
      ...(session === undefined ? {} : { session }),
    });
    const finish = (isGood: boolean): void => {
      if (isDone) return;
      isDone = true;
      clearTimeout(deadline);
      const finished: Finished | null = isGood
        ? {
            protocol: secure.getProtocol() ?? 'unknown',
            alpn: typeof secure.alpnProtocol === 'string' ? secure.alpnProtocol : null,
            isResumed: secure.isSessionReused(),
            session: latest ?? secure.getSession() ?? null,
            hasTicket: secure.getTLSTicket() !== undefined,
            head,
          }
        : null;
      secure.destroy();
      socket.destroy();
      resolve(finished);
    };
    let isSecure = false;
    let deadline = setTimeout(finish, Math.max(1, inquirer.patienceMs), false);
    socket.on('error', () => undefined);
    secure.on('error', () => finish(isSecure));
    secure.once('close', () => finish(isSecure));
    secure.on('session', (bytes) => {
      latest = bytes;
      if (isSecure && awaitsTicket) finish(true);
    });
    secure.on('data', (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (head.includes('\r\n\r\n') || head.length > MAX_HEAD_BYTES) finish(true);
    });
    secure.once('secureConnect', () => {
      isSecure = true;
      if (asksHttp) {
        // A page takes longer than a handshake.
        clearTimeout(deadline);
        deadline = setTimeout(finish, Math.max(1, inquirer.longestMs), true);
        secure.write(request(host));
      } else if (awaitsTicket && latest === null && secure.getProtocol() === 'TLSv1.3') {
        clearTimeout(deadline);
        deadline = setTimeout(finish, Math.max(1, inquirer.patienceMs), true);
      } else finish(true);
    });
  });
};

export interface SessionFacts {
  hsts: HstsFacts;
  alpn: readonly string[] | null;
  resumption: ResumptionFacts;
}

/** Session IDs of TLS 1.2 and below, with tickets turned off. */
const resumesById = async (inquirer: Inquirer, options: SessionOptions): Promise<boolean | null> => {
  const plain = { alpn: [], maxVersion: 'TLSv1.2', withoutTickets: true } as const;
  const first = await attempt(inquirer, options, plain);
  if (first === null) return null;
  if (first.session === null) return false;
  return (await attempt(inquirer, options, { ...plain, session: first.session }))?.isResumed ?? null;
};

/**
 * Adds HSTS (by one HTTPS request), ALPN and session resumption to `facts`. Leaves facts unchanged if OpenSSL cannot agree
 * with the server.
 */
export const scanSession = async (
  inquirer: Inquirer,
  options: SessionOptions,
  hasBefore13: boolean,
  facts: SessionFacts,
): Promise<void> => {
  const { asksHttp } = options;
  // A server that requires another ALPN protocol may refuse this one with an alert.
  const named = asksHttp ? await attempt(inquirer, options, { alpn: ['http/1.1'], asksHttp }) : null;
  const first = named ?? (await attempt(inquirer, options, { alpn: [], asksHttp, awaitsTicket: !asksHttp }));
  if (first === null) return;
  if (asksHttp) {
    facts.hsts = readHsts(first.head);
    const second = await attempt(inquirer, options, { alpn: ['h2'], session: undefined });
    facts.alpn = [...(second?.alpn === 'h2' ? ['h2'] : []), ...(named?.alpn === 'http/1.1' ? ['http/1.1'] : [])];
  } else facts.hsts = { kind: 'not_http' };
  const again =
    first.session === null ? null : await attempt(inquirer, options, { alpn: named === null ? [] : ['http/1.1'], session: first.session });
  const withTicket = first.protocol === 'TLSv1.3' || first.hasTicket;
  facts.resumption = { tickets: withTicket && (again?.isResumed ?? false), sessionIds: null };
  if (hasBefore13) facts.resumption = { ...facts.resumption, sessionIds: await resumesById(inquirer, options) };
};
