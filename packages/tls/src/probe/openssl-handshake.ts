import type { Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { HelloRequest } from './protocol/client-hello.ts';
import type { HandshakeFacts } from './protocol/handshake-core.ts';
import type { HandshakeFailure } from './unreachable.ts';

export type HandshakeResult = HandshakeFacts | { readonly failure: HandshakeFailure };

/** Longer chains are a flood: OpenSSL itself stops at about 100 KiB. */
const MAX_CHAIN = 100;
/** How long a server can take to close its side. */
const LINGER_MS = 500;
/** SSL_OP_LEGACY_SERVER_CONNECT: servers without secure renegotiation are old, not absent. */
const LEGACY_SERVER_CONNECT = 0x4;

let sharedContext: SecureContext | undefined;

/**
 * One context for all probes. It has no roots: the judge builds the path itself, and OpenSSL's verdict would cost a root's
 * signature per connection. Level 0, because weak servers have to be observed and judged.
 */
const probeContext = (): SecureContext => {
  sharedContext ??= createSecureContext({
    ca: [],
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
    ecdhCurve: 'X25519:P-256:P-384:P-521:X448:X25519MLKEM768',
    secureOptions: LEGACY_SERVER_CONNECT,
  });
  return sharedContext;
};

/** Node accepts it here as well; its types do not know. */
const staples = { requestOCSP: true } as const;

const chainOf = (socket: TLSSocket): Buffer[] => {
  const chain: Buffer[] = [];
  let next = socket.getPeerX509Certificate();
  while (next !== undefined && chain.length < MAX_CHAIN) {
    chain.push(next.raw);
    // Node links these in the order of the Certificate message, not by issuer.
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
  // OpenSSL names the library that failed; these read certificates and keys.
  if ('library' in error && /asn1|x509|evp|elliptic/i.test(String(error.library))) return { kind: 'unreadable' };
  if (/BAD_SIGNATURE|DIGEST_CHECK_FAILED|WRONG_SIGNATURE_TYPE|BLOCK_CIPHER_PAD|DECRYPTION_FAILED/.test(code)) return { kind: 'unproven' };
  if (isAlert.test(code)) return { kind: 'alert', alert: alertName(code) };
  return { kind: 'not_tls', answeredAs: null };
};

const groupOf = (info: object | null): { group: string | null; groupBits: number | null } => {
  if (info === null || !('size' in info)) return { group: null, groupBits: null };
  const name = 'name' in info && typeof info.name === 'string' ? info.name : 'DH';
  return { group: name === 'prime256v1' ? 'P-256' : name, groupBits: typeof info.size === 'number' ? info.size : null };
};

const factsOf = (secure: TLSSocket, ocspStaple: Buffer | null): HandshakeFacts | null => {
  const [leaf, ...rest] = chainOf(secure);
  if (leaf === undefined) return null;
  return {
    chain: [leaf, ...rest],
    protocol: secure.getProtocol() ?? 'unknown',
    cipher: secure.getCipher().standardName,
    ...groupOf(secure.getEphemeralKeyInfo()),
    signatureScheme: null,
    ocspStaple,
    signedTimestamps: null,
    isClientCertificateAsked: false,
    alpn: typeof secure.alpnProtocol === 'string' ? secure.alpnProtocol : null,
  };
};

/**
 * Performs a whole TLS handshake with OpenSSL over a connected socket, and then closes the socket: for servers that need
 * options outside `ClientHandshake`, down to TLS 1.0. Does not judge the chain. Never rejects.
 */
export const shakeHands = (socket: Socket, { servername, alpn }: HelloRequest, timeoutMs: number): Promise<HandshakeResult> =>
  new Promise((resolve) => {
    const secure = connect({
      socket,
      secureContext: probeContext(),
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...staples,
      ...(servername === null ? {} : { servername }),
      ...(alpn.length === 0 ? {} : { ALPNProtocols: [...alpn] }),
    });
    let ocspStaple: Buffer | null = null;
    let settled = false;
    const finish = (result: HandshakeResult): void => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      if ('failure' in result) {
        secure.destroy();
        socket.destroy();
      } else {
        // Closed with close_notify and FIN while still reading: destroying the socket at once sends RST for unread session tickets,
        // which the server would log as an error.
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
    secure.once('OCSPResponse', (response: unknown) => {
      ocspStaple = Buffer.isBuffer(response) && response.length > 0 ? response : null;
    });
    secure.once('secureConnect', () => {
      try {
        finish(factsOf(secure, ocspStaple) ?? { failure: { kind: 'no_certificate' } });
      } catch {
        finish({ failure: { kind: 'unreadable' } });
      }
    });
  });
