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
import { type PolicyConstraints, readInhibitAnyPolicy, readPolicies, readPolicyConstraints, readPolicyMappings } from './policies.ts';

/**
 * The extensions of one certificate, each decoded on first use and cached. An absent extension and an unreadable one have the
 * same empty value; the latter also adds to `faults`.
 */
export class CertificateExtensions {
  readonly #raw: Buffer;
  readonly #index: ExtensionIndex;
  readonly faults: string[] = [];
  #basicConstraints: BasicConstraints | null | undefined;
  #keyUsage: number | null | undefined;
  #extendedKeyUsage: readonly string[] | null | undefined;
  #nameConstraints: NameConstraints | null | undefined;
  #authorityKeyIdentifier: string | null | undefined;
  #subjectKeyIdentifier: string | null | undefined;
  #crlUrls: readonly string[] | undefined;
  #caIssuerUrls: readonly string[] | undefined;
  #mustStaple: boolean | undefined;
  #certificatePolicies: readonly string[] | null | undefined;
  #policyMappings: ReturnType<typeof readPolicyMappings> | null | undefined;
  #policyConstraints: PolicyConstraints | null | undefined;
  #inhibitAnyPolicy: number | null | undefined;

  constructor(raw: Buffer, at: number, end: number) {
    this.#raw = raw;
    this.#index = new ExtensionIndex(raw, at, end);
    if (this.#index.fault !== null) this.faults.push(this.#index.fault);
  }

  /** Dotted identifier of an unknown critical extension; null if there is none. */
  get unknownCritical(): string | null {
    return this.#index.unknownCritical;
  }
  /** A critical extension that must not be critical; null if there is none. */
  get wronglyCritical(): ExtensionName | null {
    return this.#index.wronglyCritical;
  }
  has(name: ExtensionName): boolean {
    return this.#index.has(name);
  }
  /** Returns a reader of an extension's value; undefined if it is absent. */
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

  get certificatePolicies(): readonly string[] | null {
    if (this.#certificatePolicies === undefined) this.#certificatePolicies = this.#decode('certificatePolicies', readPolicies, null);
    return this.#certificatePolicies;
  }
  get policyMappings(): ReturnType<typeof readPolicyMappings> | null {
    if (this.#policyMappings === undefined) this.#policyMappings = this.#decode('policyMappings', readPolicyMappings, null);
    return this.#policyMappings;
  }
  get policyConstraints(): PolicyConstraints | null {
    if (this.#policyConstraints === undefined) this.#policyConstraints = this.#decode('policyConstraints', readPolicyConstraints, null);
    return this.#policyConstraints;
  }
  get inhibitAnyPolicy(): number | null {
    if (this.#inhibitAnyPolicy === undefined) this.#inhibitAnyPolicy = this.#decode('inhibitAnyPolicy', readInhibitAnyPolicy, null);
    return this.#inhibitAnyPolicy;
  }

  /** Decodes every extension in use, so that `faults` is complete. */
  readAll(): void {
    this.basicConstraints;
    this.keyUsage;
    this.extendedKeyUsage;
    this.nameConstraints;
    this.authorityKeyIdentifier;
    this.subjectKeyIdentifier;
    this.crlUrls;
    this.caIssuerUrls;
    this.mustStaple;
    this.certificatePolicies;
    this.policyMappings;
    this.policyConstraints;
    this.inhibitAnyPolicy;
  }

  #decode<T>(name: ExtensionName, read: (reader: DerReader) => T, otherwise: T): T {
    const reader = this.reader(name);
    if (reader === undefined) return otherwise;
    try {
      return read(reader);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      this.faults.push(`${name}: ${error.message}`);
      return otherwise;
    }
  }
}
