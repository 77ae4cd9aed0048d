import { DerError, type DerReader } from './der.ts';
import { ExtensionIndex, type ExtensionName } from './extension-index.ts';
import {
  type BasicConstraints,
  type NameConstraints,
  readAuthorityKeyIdentifier,
  readBasicConstraints,
  readCaIssuerUrls,
  readCrlUrls,
  readExtendedKeyUsage,
  readKeyUsage,
  readMustStaple,
  readNameConstraints,
  readSubjectKeyIdentifier,
} from './extensions.ts';

/**
 * What the extensions of one certificate say, each read when asked for and then kept. An absent extension and one that
 * cannot be read have the same empty value; the latter also leaves a text in `faults`.
 */
export class CertificateExtensions {
  readonly #raw: Buffer;
  readonly #index: ExtensionIndex;
  readonly faults = new Set<string>();
  #basicConstraints: BasicConstraints | null | undefined;
  #keyUsage: number | null | undefined;
  #extendedKeyUsage: readonly string[] | null | undefined;
  #nameConstraints: NameConstraints | null | undefined;
  #authorityKeyIdentifier: string | null | undefined;
  #subjectKeyIdentifier: string | null | undefined;
  #crlUrls: readonly string[] | undefined;
  #caIssuerUrls: readonly string[] | undefined;
  #mustStaple: boolean | undefined;

  constructor(raw: Buffer, at: number, end: number) {
    this.#raw = raw;
    this.#index = new ExtensionIndex(raw, at, end);
    if (this.#index.fault !== null) this.faults.add(this.#index.fault);
  }

  /** Dotted identifier of a critical extension that is unknown here; null where there is none. */
  get unknownCritical(): string | null {
    return this.#index.unknownCritical;
  }
  has(name: ExtensionName): boolean {
    return this.#index.has(name);
  }
  /** A reader of an extension's value; undefined where it is absent. */
  reader(name: ExtensionName): DerReader | undefined {
    return this.#index.reader(this.#raw, name);
  }

  get basicConstraints(): BasicConstraints | null {
    if (this.#basicConstraints === undefined) this.#basicConstraints = this.#decode('basicConstraints', readBasicConstraints, null);
    return this.#basicConstraints;
  }
  /** Bits of `keyUsages`. */
  get keyUsage(): number | null {
    if (this.#keyUsage === undefined) this.#keyUsage = this.#decode('keyUsage', readKeyUsage, null);
    return this.#keyUsage;
  }
  get extendedKeyUsage(): readonly string[] | null {
    if (this.#extendedKeyUsage === undefined) this.#extendedKeyUsage = this.#decode('extendedKeyUsage', readExtendedKeyUsage, null);
    return this.#extendedKeyUsage;
  }
  get nameConstraints(): NameConstraints | null {
    if (this.#nameConstraints === undefined) this.#nameConstraints = this.#decode('nameConstraints', readNameConstraints, null);
    return this.#nameConstraints;
  }
  /** keyIdentifier, Latin-1. */
  get authorityKeyIdentifier(): string | null {
    if (this.#authorityKeyIdentifier === undefined)
      this.#authorityKeyIdentifier = this.#decode('authorityKeyIdentifier', readAuthorityKeyIdentifier, null);
    return this.#authorityKeyIdentifier;
  }
  get subjectKeyIdentifier(): string | null {
    if (this.#subjectKeyIdentifier === undefined)
      this.#subjectKeyIdentifier = this.#decode('subjectKeyIdentifier', readSubjectKeyIdentifier, null);
    return this.#subjectKeyIdentifier;
  }
  get crlUrls(): readonly string[] {
    this.#crlUrls ??= this.#decode('crlDistributionPoints', readCrlUrls, []);
    return this.#crlUrls;
  }
  get caIssuerUrls(): readonly string[] {
    this.#caIssuerUrls ??= this.#decode('authorityInfoAccess', readCaIssuerUrls, []);
    return this.#caIssuerUrls;
  }
  get mustStaple(): boolean {
    this.#mustStaple ??= this.#decode('tlsFeature', readMustStaple, false);
    return this.#mustStaple;
  }

  /** Reads all that decides trust, so that `faults` is complete. */
  readAll(): void {
    this.basicConstraints;
    this.keyUsage;
    this.extendedKeyUsage;
    this.nameConstraints;
    this.authorityKeyIdentifier;
    this.subjectKeyIdentifier;
    this.mustStaple;
  }

  #decode<T>(name: ExtensionName, read: (reader: DerReader) => T, otherwise: T): T {
    const reader = this.reader(name);
    if (reader === undefined) return otherwise;
    try {
      return read(reader);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      this.faults.add(`${name}: ${error.message}`);
      return otherwise;
    }
  }
}
