/**
 * Why a handshake cannot go on.
 * `not_tls`: the first bytes are no TLS record. `alert`: the server refused. `unusual`: what this program does not speak
 * or understand, so OpenSSL is to try. `unproven`: a signature or Finished that does not hold. `flood`: more than any
 * honest server sends. `closed`: the server said goodbye. `no_starttls`: it does not change to TLS when asked.
 */
export type FaultKind = 'not_tls' | 'alert' | 'unusual' | 'unproven' | 'unreadable' | 'no_certificate' | 'flood' | 'closed' | 'no_starttls';

/** The only error that reading a server's bytes throws; it never leaves this package. */
export class TlsFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string) {
    super(message);
    this.name = 'TlsFault';
    this.kind = kind;
  }
}
