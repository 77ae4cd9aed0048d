import { type ClientHello, type HelloOffer, type HelloRequest, ordinaryOffer, type Retry, writeClientHello } from './client-hello.ts';
import { MemoryShare } from './memory-budget.ts';
import type { CertificateList } from './server-messages.ts';
import type { ProvingKey } from './signature-schemes.ts';
import { TlsFault } from './tls-fault.ts';
import { Transcript } from './transcript.ts';

/** Facts of a finished handshake. */
export interface HandshakeFacts {
  /** DER, leaf first, exactly as sent, up to 100 of them. Views that `ClientHandshake.recycle` invalidates. */
  readonly chain: readonly [Buffer, ...Buffer[]];
  /** `TLSv1.3`, `TLSv1.2`; from OpenSSL also `TLSv1.1` and `TLSv1`. */
  readonly protocol: string;
  /** IANA name. */
  readonly cipher: string;
  /** The key exchange group and its size in bits; null without a group, as with RSA key exchange. */
  readonly group: string | null;
  readonly groupBits: number | null;
  /** Scheme of the signature that proved the key; null if unknown. */
  readonly signatureScheme: string | null;
  /** A stapled OCSPResponse, DER, not judged. */
  readonly ocspStaple: Buffer | null;
  /** The SCTs of the TLS extension, a SignedCertificateTimestampList; certificates and staples can contain others. */
  readonly signedTimestamps: Buffer | null;
  readonly isClientCertificateAsked: boolean;
  readonly alpn: string | null;
}

/** Returns the key of the first certificate, DER; null if unreadable. Called once per handshake. */
export type LeafKeyReader = (chain: readonly Buffer[]) => ProvingKey | null;

/** State shared by both versions of the handshake. */
export class HandshakeCore {
  readonly request: HelloRequest;
  readonly offer: HelloOffer;
  readonly memory = new MemoryShare();
  readonly transcript: Transcript;
  readonly #readLeafKey: LeafKeyReader;
  hello: ClientHello;
  chain: readonly [Buffer, ...Buffer[]] | undefined;
  leafKey: ProvingKey | undefined;
  ocspStaple: Buffer | null = null;
  signedTimestamps: Buffer | null = null;
  isClientCertificateAsked = false;
  alpn: string | null = null;
  signatureScheme: string | null = null;

  constructor(request: HelloRequest, readLeafKey: LeafKeyReader) {
    this.request = request;
    this.offer = request.offer ?? ordinaryOffer;
    this.#readLeafKey = readLeafKey;
    this.hello = writeClientHello(request);
    this.transcript = new Transcript(this.memory, this.hello.message);
  }

  retry(retry: Omit<Retry, 'first'>): void {
    this.hello = writeClientHello(this.request, { ...retry, first: this.hello });
    this.transcript.append(this.hello.message);
  }

  takeCertificates({ chain, ocspStaple, signedTimestamps }: CertificateList): void {
    const [leaf, ...rest] = chain;
    if (this.chain !== undefined) throw new TlsFault('unusual', 'The server sent two Certificate messages.');
    if (leaf === undefined) throw new TlsFault('no_certificate', 'The server sent no certificate.');
    const key = this.#readLeafKey(chain);
    if (key === null) throw new TlsFault('unreadable', 'The key of the certificate is unreadable.');
    this.chain = [leaf, ...rest];
    this.leafKey = key;
    this.ocspStaple ??= ocspStaple;
    this.signedTimestamps ??= signedTimestamps;
  }
}

/** One step of a handshake: the message's type, its contents, and its offset in the transcript. */
export interface Message {
  readonly type: number;
  readonly bodyStart: number;
  readonly start: number;
  readonly end: number;
}
