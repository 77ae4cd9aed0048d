import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createSecureContext, createServer, type SecureContext, type SecureVersion, type TLSSocket } from 'node:tls';
import { type Authority, createAuthority } from './authority.ts';
import type { Issued } from './issue.ts';

export interface FarmOptions {
  /** The certificate of each name. Other names use `fallback`. */
  readonly certificates?: Readonly<Record<string, Issued>>;
  /** Certificates for all other names; by default the farm's authority issues one on first use. */
  readonly fallback?: (name: string) => Issued;
  readonly authority?: Authority;
  readonly address?: string;
  readonly port?: number;
  readonly minVersion?: SecureVersion;
  readonly maxVersion?: SecureVersion;
  /** Handles a client after its handshake; by default the farm reads and sends nothing. */
  readonly converse?: (socket: TLSSocket, name: string) => void;
}

export interface TlsFarm {
  readonly address: string;
  readonly port: number;
  readonly authority: Authority;
  /** The root to trust, PEM. */
  readonly ca: string;
  certificateOf(name: string): Issued;
  /** Replaces the certificate of this name from the next handshake on. */
  swap(name: string, certificate: Issued): void;
  /** Finished handshakes for this name, `''` for clients without SNI. A client finishes just before it counts here. */
  checksOf(name: string): number;
  totalChecks(): number;
  close(): Promise<void>;
}

const MAX_CONTEXTS = 1_000;
/** Weak keys have to be served, not refused. */
const WEAK_ALLOWED = 'DEFAULT:@SECLEVEL=0';

/**
 * A TLS server on loopback that serves any number of names by SNI. Creates certificates and contexts on demand and caches the
 * contexts of the last 1,000 names, so that 10,000 names need little memory.
 */
export const startTlsFarm = async (options: FarmOptions = {}): Promise<TlsFarm> => {
  const { authority = createAuthority(), address = '127.0.0.1', port = 0, minVersion = 'TLSv1.2', maxVersion = 'TLSv1.3' } = options;
  const fallback = options.fallback ?? ((name: string) => authority.issue(name === '' ? [address] : name));
  const certificates = new Map(Object.entries(options.certificates ?? {}));
  const contexts = new Map<string, SecureContext>();
  const checks = new Map<string, number>();
  const sockets = new Set<Socket>();

  const certificateOf = (name: string): Issued => {
    const certificate = certificates.get(name) ?? fallback(name);
    certificates.set(name, certificate);
    return certificate;
  };
  const contextOf = (name: string): SecureContext => {
    const known = contexts.get(name);
    contexts.delete(name);
    const { chainPem, key } = certificateOf(name);
    const context = known ?? createSecureContext({ cert: chainPem, key: key.privatePem, ciphers: WEAK_ALLOWED, minVersion, maxVersion });
    contexts.set(name, context);
    const oldest = contexts.keys().next();
    if (contexts.size > MAX_CONTEXTS && oldest.done !== true) contexts.delete(oldest.value);
    return context;
  };

  const nameless = certificateOf('');
  const server = createServer({
    cert: nameless.chainPem,
    key: nameless.key.privatePem,
    ciphers: WEAK_ALLOWED,
    minVersion,
    maxVersion,
    SNICallback: (name, callback) => {
      try {
        callback(null, contextOf(name));
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket) => {
    // Node sets this on the server side too; its types do not know.
    const sent: unknown = Reflect.get(socket, 'servername');
    const name = typeof sent === 'string' ? sent : '';
    checks.set(name, (checks.get(name) ?? 0) + 1);
    socket.on('error', () => undefined);
    if (options.converse === undefined) socket.resume();
    else options.converse(socket, name);
  });
  server.on('tlsClientError', () => undefined);
  // A prober opens a thousand connections at once; a shorter backlog would drop some.
  server.listen({ port, host: address, backlog: 4_096 });
  await once(server, 'listening');
  const bound = server.address();
  return {
    address,
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    authority,
    ca: authority.root.pem,
    certificateOf,
    swap(name, certificate) {
      certificates.set(name, certificate);
      contexts.delete(name);
      if (name === '')
        server.setSecureContext({
          cert: certificate.chainPem,
          key: certificate.key.privatePem,
          ciphers: WEAK_ALLOWED,
          minVersion,
          maxVersion,
        });
    },
    checksOf: (name) => checks.get(name) ?? 0,
    totalChecks: () => [...checks.values()].reduce((sum, count) => sum + count, 0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
