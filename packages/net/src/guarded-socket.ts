import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Guard } from './guard.ts';
import { describeProblem } from './problem-text.ts';

/** `not_allowed` and `bad_url` are permanent; the others can be retried. */
export type FetchFault = 'bad_url' | 'not_allowed' | 'unreachable' | 'timeout' | 'aborted' | 'too_large' | 'too_many_redirects';

/** Why a request got no response; the message is a sentence for people. */
export class GuardedFetchError extends Error {
  readonly fault: FetchFault;
  /** Whether part of the request was sent, so the host may have acted on it. */
  readonly sent: boolean;
  constructor(fault: FetchFault, message: string, { sent = false, ...options }: ErrorOptions & { readonly sent?: boolean } = {}) {
    super(message, options);
    this.name = 'GuardedFetchError';
    this.fault = fault;
    this.sent = sent;
  }
  get retryable(): boolean {
    return this.fault === 'unreachable' || this.fault === 'timeout' || this.fault === 'aborted';
  }
}

const CONNECT_TIMEOUT_MS = 5_000;

const shakeHands = (plain: Socket, host: string, ca: string[]): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: plain,
      ca,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(host) === 0 ? { servername: host } : { host }),
    });
    const alarm = setTimeout(() => socket.destroy(new Error('TLS handshake timed out')), CONNECT_TIMEOUT_MS);
    socket.once('error', (error) => {
      clearTimeout(alarm);
      reject(error);
    });
    socket.once('secureConnect', () => {
      clearTimeout(alarm);
      // The caller adds its own listener; a late error must not end the process.
      socket.removeAllListeners('error').on('error', () => undefined);
      resolve(socket);
    });
  });

/**
 * Opens a connection for one request to an http(s) URL, at an address checked for that request. Rejects with
 * GuardedFetchError if the guard refuses or the host cannot be reached, otherwise with the TLS error.
 */
export const openGuardedSocket = async (guard: Guard, { protocol, hostname, port }: URL, ca: string[]): Promise<Socket> => {
  const isSecure = protocol === 'https:';
  const portNumber = port === '' ? (isSecure ? 443 : 80) : Number(port);
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const limits = { connectTimeoutMs: CONNECT_TIMEOUT_MS, totalTimeoutMs: 2 * CONNECT_TIMEOUT_MS };
  const connection = await guard.guardedConnect(host, portNumber, limits);
  if ('problem' in connection) {
    const { kind } = connection.problem;
    const fault = kind === 'not_allowed' ? 'not_allowed' : kind === 'connect_timeout' ? 'timeout' : 'unreachable';
    throw new GuardedFetchError(fault, describeProblem(connection.problem, host, portNumber));
  }
  return isSecure ? shakeHands(connection.socket, host, ca) : connection.socket;
};
