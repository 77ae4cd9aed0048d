import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { HandshakeFailure } from './unreachable.ts';

export interface Handshake {
  /** DER, leaf first, exactly as sent, unrelated and doubled certificates included. */
  readonly chain: readonly Buffer[];
  readonly protocol: string;
  readonly cipher: string;
}

export type HandshakeResult = Handshake | { readonly failure: HandshakeFailure };

/** Longer chains are a flood, not a chain: OpenSSL itself stops at about 100 KiB. */
const MAX_CHAIN = 20;
/** How long a server may take to close its side. */
const LINGER_MS = 500;
/** SSL_OP_LEGACY_SERVER_CONNECT: servers without secure renegotiation are old, not absent. */
const LEGACY_SERVER_CONNECT = 0x4;

let sharedContext: SecureContext | undefined;

/**
 * One context for all probes. No roots in it: the judge builds the path itself, and OpenSSL's own verdict would cost a
 * root's signature per connection. Level 0, because a weak server is to be seen and judged, not missed.
 */
const probeContext = (): SecureContext => {
  sharedContext ??= createSecureContext({
    ca: [],
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
    ecdhCurve: 'X25519:P-256:P-384:P-521',
    secureOptions: LEGACY_SERVER_CONNECT,
  });
  return sharedContext;
};

const chainOf = (socket: TLSSocket): Buffer[] => {
  const chain: Buffer[] = [];
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && chain.length < MAX_CHAIN) {
    chain.push(next.raw);
    // Node links these in the order of the Certificate message, whoever issued whom.
    next = next.issuerCertificate;
  }
  return chain;
};

const isAlert = /ALERT|UNRECOGNIZED_NAME|CERTIFICATE_REQUIRED|BAD_CERTIFICATE_STATUS|UNSUPPORTED_EXTENSION/;

/** `ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION` and `ERR_SSL_SSL/TLS_ALERT_...` carry RFC 8446's name of the alert. */
const alertName = (code: string): string =>
  code
    .replace(/^ERR_SSL_/, '')
    .replace(/^(?:SSL\/TLS|SSLV\d+|TLSV\d+)_/, '')
    .replace(/^ALERT_/, '')
    .toLowerCase();

const failureOf = (error: NodeJS.ErrnoException): HandshakeFailure => {
  const code = error.code ?? '';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') return { kind: 'reset' };
  // OpenSSL names its part that failed; these two read certificates and keys.
  if ('library' in error && /asn1|x509|evp|elliptic/i.test(String(error.library))) return { kind: 'unreadable' };
  if (isAlert.test(code)) return { kind: 'alert', alert: alertName(code) };
  return { kind: 'not_tls', answeredAs: null };
};

/**
 * A whole TLS handshake over a connected socket, which is closed afterwards in every case. The chain is not judged here.
 * Never rejects.
 */
export const shakeHands = (socket: Socket, host: string, timeoutMs: number): Promise<HandshakeResult> =>
  new Promise((resolve) => {
    const secure = connect({
      socket,
      secureContext: probeContext(),
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      // A server name is a name: RFC 6066 forbids addresses here.
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    let settled = false;
    const finish = (result: HandshakeResult): void => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      if ('failure' in result) {
        secure.destroy();
        socket.destroy();
      } else {
        // Closed with close_notify and FIN while still reading: destroying at once sends RST for unread session tickets,
        // and the server's log would show a fault.
        const linger = setTimeout(() => secure.destroy(), LINGER_MS);
        secure.once('close', () => clearTimeout(linger));
        secure.resume().end();
      }
      resolve(result);
    };
    const deadline = setTimeout(() => finish({ failure: { kind: 'timeout', timeoutMs } }), timeoutMs);
    secure.on('error', (error) => finish({ failure: failureOf(error) }));
    socket.on('error', () => finish({ failure: { kind: 'reset' } }));
    secure.once('close', () => finish({ failure: { kind: 'reset' } }));
    secure.once('secureConnect', () => {
      try {
        const chain = chainOf(secure);
        if (chain.length === 0) finish({ failure: { kind: 'no_certificate' } });
        else finish({ chain, protocol: secure.getProtocol() ?? 'unknown', cipher: secure.getCipher().standardName });
      } catch {
        finish({ failure: { kind: 'unreadable' } });
      }
    });
  });
