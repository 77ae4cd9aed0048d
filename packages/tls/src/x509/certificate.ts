import { hash, type KeyObject } from 'node:crypto';
import { readSignatureAlgorithm, type SignatureAlgorithm } from './algorithms.ts';
import { CertificateExtensions } from './certificate-extensions.ts';
import { DerError } from './der.ts';
import { Frame, readFrame } from './frame.ts';
import { nameKey, sharedNameKey } from './names.ts';
import { importPublicKey, type PublicKeyFacts, readPublicKeyFacts } from './public-key.ts';
import { isSignedWith } from './signature.ts';

/** Maximum number of issuers whose check a certificate caches. */
const MAX_REMEMBERED_ISSUERS = 16;

const unreadableAlgorithm: SignatureAlgorithm = { name: 'unknown', family: null, digest: null, saltLength: null, weak: false };
const unreadableKey: PublicKeyFacts = { type: 'unknown', bits: null, curve: null, exponent: null, evenNumber: null };

/**
 * An X.509 certificate over its DER bytes, which it does not copy. The constructor finds the offsets and reads the dates, about
 * a microsecond; everything else is decoded on first use and cached. Nothing throws: an unreadable field has an empty value,
 * and `profileFaults` reports it.
 */
export class Certificate {
  readonly raw: Buffer;
  /** Why the whole certificate is unreadable; null if its frame is valid. */
  readonly unreadable: string | null;
  readonly #frame: Frame;
  #sha256: string | undefined;
  #issuerKey: string | undefined;
  #subjectKey: string | undefined;
  #algorithm: SignatureAlgorithm | undefined;
  #keyFacts: PublicKeyFacts | undefined;
  #publicKey: KeyObject | null | undefined;
  #extensions: CertificateExtensions | undefined;
  readonly #faults: string[] = [];
  #signedBy: Map<Certificate, boolean> | undefined;

  constructor(der: Uint8Array) {
    this.raw = Buffer.isBuffer(der) ? der : Buffer.from(der.buffer, der.byteOffset, der.byteLength);
    let unreadable: string | null = null;
    let frame: Frame;
    try {
      frame = readFrame(this.raw);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      unreadable = error.message;
      frame = new Frame();
    }
    this.unreadable = unreadable;
    this.#frame = frame;
  }

  /** 1 to 3; other numbers as written. */
  get version(): number {
    return this.#frame.version;
  }
  /** Milliseconds since 1970, inclusive; NaN if unreadable. */
  get notBefore(): number {
    return this.#frame.notBefore;
  }
  get notAfter(): number {
    return this.#frame.notAfter;
  }
  /** Why the dates are unreadable; null if they are readable. */
  get dateFault(): string | null {
    return this.#frame.dateFault;
  }
  /** Lower-case hex. */
  get sha256(): string {
    this.#sha256 ??= hash('sha256', this.raw, 'hex');
    return this.#sha256;
  }
  /** The signed bytes. */
  get tbs(): Buffer {
    return this.raw.subarray(this.#frame.tbsAt, this.#frame.tbsEnd);
  }
  get signature(): Buffer {
    return this.raw.subarray(this.#frame.signatureStart, this.#frame.signatureEnd);
  }
  /** SubjectPublicKeyInfo. */
  get spki(): Buffer {
    return this.raw.subarray(this.#frame.spkiAt, this.#frame.spkiEnd);
  }
  /** The INTEGER's bytes; negative numbers start with a set bit. */
  get serial(): Buffer {
    return this.raw.subarray(this.#frame.serialStart, this.#frame.serialEnd);
  }
  /** The issuer's complete Name. */
  get issuerName(): Buffer {
    return this.raw.subarray(this.#frame.issuerAt, this.#frame.issuerEnd);
  }
  /** Contents of the issuer's Name. */
  get issuer(): Buffer {
    return this.raw.subarray(this.#frame.issuerStart, this.#frame.issuerEnd);
  }
  get subject(): Buffer {
    return this.raw.subarray(this.#frame.subjectStart, this.#frame.subjectEnd);
  }
  /** Equal for equal names, see `nameKey`. */
  get issuerKey(): string {
    this.#issuerKey ??= sharedNameKey(this.raw, this.#frame.issuerStart, this.#frame.issuerEnd);
    return this.#issuerKey;
  }
  get subjectKey(): string {
    this.#subjectKey ??= nameKey(this.raw, this.#frame.subjectStart, this.#frame.subjectEnd);
    return this.#subjectKey;
  }
  get isSelfIssued(): boolean {
    return this.unreadable === null && this.issuerKey === this.subjectKey;
  }
  get signatureAlgorithm(): SignatureAlgorithm {
    const { algorithmStart, algorithmEnd } = this.#frame;
    this.#algorithm ??= this.#attempt(() => readSignatureAlgorithm(this.raw, algorithmStart, algorithmEnd), unreadableAlgorithm);
    return this.#algorithm;
  }
  /** Whether the signed algorithm equals the outer one (RFC 5280 section 4.1.1.2). */
  get namesOneAlgorithm(): boolean {
    const { algorithmStart, algorithmEnd, innerAlgorithmStart, innerAlgorithmEnd } = this.#frame;
    return this.raw.compare(this.raw, innerAlgorithmStart, innerAlgorithmEnd, algorithmStart, algorithmEnd) === 0;
  }
  get keyFacts(): PublicKeyFacts {
    const { spkiStart, spkiEnd } = this.#frame;
    this.#keyFacts ??= this.#attempt(() => readPublicKeyFacts(this.raw, spkiStart, spkiEnd), unreadableKey);
    return this.#keyFacts;
  }
  /** Null if OpenSSL cannot create the key. */
  get publicKey(): KeyObject | null {
    if (this.#publicKey === undefined) this.#publicKey = this.unreadable === null ? importPublicKey(this.spki) : null;
    return this.#publicKey;
  }
  /** The `Extensions` with its SEQUENCE; empty without any. */
  get extensionBytes(): Buffer {
    return this.raw.subarray(this.#frame.extensionsAt, this.#frame.extensionsEnd);
  }
  get extensions(): CertificateExtensions {
    this.#extensions ??= new CertificateExtensions(this.raw, this.#frame.extensionsAt, this.#frame.extensionsEnd);
    return this.#extensions;
  }
  /** Faults of the parts decoded so far, except extensions. */
  get frameFaults(): readonly string[] {
    const faults = [...this.#frame.faults, ...this.#faults];
    if (this.dateFault !== null) faults.unshift(this.dateFault);
    if (this.unreadable !== null) faults.unshift(this.unreadable);
    return faults;
  }

  /** Returns whether `issuer`'s key made this certificate's signature, regardless of names. Cached per pair. */
  isSignedBy(issuer: Certificate): boolean {
    const known = this.#signedBy?.get(issuer);
    if (known !== undefined) return known;
    const { publicKey } = issuer;
    const signed = publicKey !== null && isSignedWith(this.signatureAlgorithm, this.tbs, this.signature, publicKey);
    this.#signedBy ??= new Map();
    if (this.#signedBy.size < MAX_REMEMBERED_ISSUERS) this.#signedBy.set(issuer, signed);
    return signed;
  }
  /** Whether the result of `isSignedBy` is cached. */
  knowsWhether(issuer: Certificate): boolean {
    return this.#signedBy?.has(issuer) ?? false;
  }

  #attempt<T>(read: () => T, otherwise: T): T {
    if (this.unreadable !== null) return otherwise;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      if (!this.#faults.includes(error.message)) this.#faults.push(error.message);
      return otherwise;
    }
  }
}
