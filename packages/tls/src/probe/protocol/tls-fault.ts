/**
 * Why a handshake failed.
 * `not_tls`: the first bytes are not a TLS record. `alert`: the server refused. `unusual`: unsupported or unexpected, so
 * OpenSSL tries next. `unproven`: an invalid signature or Finished. `flood`: more than any normal server sends. `closed`:
 * the server closed the connection. `no_starttls`: the server refused STARTTLS.
 */
export type FaultKind = 'not_tls' | 'alert' | 'unusual' | 'unproven' | 'unreadable' | 'no_certificate' | 'flood' | 'closed' | 'no_starttls';

/** The only error thrown while reading a server's bytes; it never leaves this package. */
export class TlsFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string) {
    super(message);
    this.name = 'TlsFault';
    this.kind = kind;
  }
}
