/** The cryptography of an endpoint's last handshake and of its certificate; null where unknown. */
export interface Cryptography {
  /** E.g. `TLSv1.3`. */
  readonly protocol: string | null;
  readonly cipher: string | null;
  /** The key exchange, e.g. `X25519MLKEM768`. */
  readonly group: string | null;
  /** E.g. `RSA`, `EC`, `Ed25519`. */
  readonly keyType: string | null;
  readonly keyBits: number | null;
  /** OpenSSL's name of the certificate's signature, e.g. `sha256WithRSAEncryption`. */
  readonly signature: string | null;
}

/** Hybrid groups with ML-KEM (FIPS 203) resist a quantum computer. */
export const isPostQuantum = (group: string): boolean => /mlkem/i.test(group);

/** `RSA 2048`, `Ed25519`; null if the key is unknown. */
export const keyText = ({ keyType, keyBits }: Pick<Cryptography, 'keyType' | 'keyBits'>): string | null => {
  if (keyType === null) return null;
  return keyBits === null || /^ed/i.test(keyType) ? keyType : `${keyType} ${keyBits}`;
};

/** Dimensions that endpoints are counted by. */
export const cryptographyParts = ['protocol', 'cipher', 'group', 'key', 'signature'] as const;
export type CryptographyPart = (typeof cryptographyParts)[number];

export const partOf = (found: Cryptography, part: CryptographyPart): string | null => (part === 'key' ? keyText(found) : found[part]);

/** A part of a CycloneDX 1.7 document, as JSON. */
type Json = { readonly [name: string]: unknown };

/** X.509 facts of a served certificate. */
export interface CbomCertificate {
  /** Upper-case hex with colons. */
  readonly fingerprint256: string;
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  /** ISO 8601. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly keyType: string;
  readonly keyBits: number | null;
  readonly signature: string | null;
}

export interface CbomEndpoint extends Cryptography {
  readonly id: string;
  readonly domain: string;
  /** `https://shop.example:8443`. */
  readonly url: string;
  readonly fingerprint256: string | null;
}

const hexOf = (fingerprint256: string): string => fingerprint256.replaceAll(':', '').toLowerCase();
const algorithmRef = (name: string): string => `algorithm:${name}`;
const certificateRef = (fingerprint256: string): string => `certificate:${hexOf(fingerprint256)}`;
const protocolRef = ({ protocol, cipher, group }: Cryptography): string | null =>
  protocol === null ? null : `protocol:${[protocol, cipher, group].filter((part) => part !== null).join('/')}`;

const asset = (ref: string, name: string, cryptoProperties: Json): Json => ({
  ...{ type: 'cryptographic-asset', 'bom-ref': ref, name },
  cryptoProperties,
});

interface AlgorithmTerms {
  readonly primitive: string;
  /** Of the registry of CycloneDX; left out if it has none for the algorithm. */
  readonly algorithmFamily?: string;
  readonly padding?: string;
  readonly cryptoFunctions: readonly string[];
}

const signing = ['sign', 'verify'];

const signatureTerms = (name: string): AlgorithmTerms => {
  if (/WithRSA/i.test(name))
    return { primitive: 'signature', algorithmFamily: 'RSASSA-PKCS1', padding: 'pkcs1v15', cryptoFunctions: signing };
  if (/pss/i.test(name)) return { primitive: 'signature', algorithmFamily: 'RSASSA-PSS', cryptoFunctions: signing };
  if (/^ecdsa/i.test(name)) return { primitive: 'signature', algorithmFamily: 'ECDSA', cryptoFunctions: signing };
  if (/^ed/i.test(name)) return { primitive: 'signature', algorithmFamily: 'EdDSA', cryptoFunctions: signing };
  if (/^ml-?dsa/i.test(name)) return { primitive: 'signature', algorithmFamily: 'ML-DSA', cryptoFunctions: signing };
  return { primitive: 'signature', cryptoFunctions: signing };
};

const groupTerms = (name: string): AlgorithmTerms => {
  if (isPostQuantum(name))
    return { primitive: 'combiner', algorithmFamily: 'ML-KEM', cryptoFunctions: ['encapsulate', 'decapsulate', 'keyderive'] };
  if (/^ff?dh/i.test(name)) return { primitive: 'key-agree', algorithmFamily: 'FFDH', cryptoFunctions: ['keyderive'] };
  return { primitive: 'key-agree', algorithmFamily: 'ECDH', cryptoFunctions: ['keyderive'] };
};

const keyTerms = (name: string): AlgorithmTerms => {
  if (name.startsWith('RSA')) return { primitive: 'pke', cryptoFunctions: ['keygen', ...signing] };
  if (name.startsWith('EC')) return { primitive: 'signature', algorithmFamily: 'ECDSA', cryptoFunctions: ['keygen', ...signing] };
  return { ...signatureTerms(name), cryptoFunctions: ['keygen', ...signing] };
};

const algorithm = (name: string, terms: AlgorithmTerms): Json =>
  asset(algorithmRef(name), name, { assetType: 'algorithm', algorithmProperties: terms });

const protocolAsset = (found: Cryptography, ref: string): Json => {
  const { protocol, cipher, group } = found;
  const suite = cipher === null ? {} : { name: cipher };
  const suites = group === null ? suite : { ...suite, tlsGroups: [group] };
  return asset(ref, `${protocol} ${[cipher, group].filter((part) => part !== null).join(' ')}`.trim(), {
    assetType: 'protocol',
    protocolProperties: {
      ...{ type: 'tls', version: (protocol ?? '').replace(/^(TLS|SSL)v/, '') },
      ...(Object.keys(suites).length === 0 ? {} : { cipherSuites: [suites] }),
      ...(group === null ? {} : { relatedCryptographicAssets: [{ type: 'algorithm', ref: algorithmRef(group) }] }),
    },
  });
};

/** Returns the algorithms and protocols of these endpoints as components, each once, by reference. */
export const cbomAlgorithms = (found: readonly Cryptography[]): readonly Json[] => {
  const byRef = new Map<string, Json>();
  for (const one of found) {
    const key = keyText(one);
    if (key !== null) byRef.set(algorithmRef(key), algorithm(key, keyTerms(key)));
    if (one.signature !== null) byRef.set(algorithmRef(one.signature), algorithm(one.signature, signatureTerms(one.signature)));
    if (one.group !== null) byRef.set(algorithmRef(one.group), algorithm(one.group, groupTerms(one.group)));
    const ref = protocolRef(one);
    if (ref !== null) byRef.set(ref, protocolAsset(one, ref));
  }
  return [...byRef].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, component]) => component);
};

/** Returns a served certificate as a component. */
export const cbomCertificate = (facts: CbomCertificate, now: Date): Json => {
  const { fingerprint256, subject, issuer, serialNumber, notBefore, notAfter, signature } = facts;
  const related = [keyText(facts), signature].flatMap((name) => (name === null ? [] : [{ type: 'algorithm', ref: algorithmRef(name) }]));
  return asset(certificateRef(fingerprint256), subject === '' ? hexOf(fingerprint256) : subject, {
    assetType: 'certificate',
    certificateProperties: {
      ...{ serialNumber, subjectName: subject, issuerName: issuer, notValidBefore: notBefore, notValidAfter: notAfter },
      certificateFormat: 'X.509',
      fingerprint: { alg: 'SHA-256', content: hexOf(fingerprint256) },
      certificateState: [{ state: new Date(notAfter) < now ? 'deactivated' : 'active' }],
      ...(related.length === 0 ? {} : { relatedCryptographicAssets: related }),
    },
  });
};

const endpointRef = ({ id }: CbomEndpoint): string => `endpoint:${id}`;

/** Returns an endpoint as a service. */
export const cbomService = (endpoint: CbomEndpoint): Json => ({
  ...{ 'bom-ref': endpointRef(endpoint), name: endpoint.domain, endpoints: [endpoint.url] },
});

/** Returns the protocol and the certificate that an endpoint depends on. */
export const cbomDependency = (endpoint: CbomEndpoint): Json => {
  const certificate = endpoint.fingerprint256 === null ? null : certificateRef(endpoint.fingerprint256);
  return { ref: endpointRef(endpoint), dependsOn: [protocolRef(endpoint), certificate].filter((ref) => ref !== null) };
};
