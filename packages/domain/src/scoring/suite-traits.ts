/** Strength of a cipher suite, by its IANA name. */
export interface SuiteTraits {
  /** Effective key bits: 112 for 3DES (NIST SP 800-57 part 1, table 2), 0 where nothing is encrypted. */
  readonly bits: number;
  /** The session's key does not depend on the certificate's key alone. */
  readonly isForwardSecret: boolean;
  readonly isAead: boolean;
  /** Nobody is authenticated: anyone between can answer. */
  readonly isAnonymous: boolean;
  /** Cut down for export laws of the 1990s; its RSA and DH keys have 512 or 1,024 bits. */
  readonly isExport: boolean;
  readonly isRc4: boolean;
  /** A block of 64 bits repeats within a long session (SWEET32, CVE-2016-2183). */
  readonly has64BitBlock: boolean;
}

const strengths: readonly (readonly [RegExp, number])[] = [
  [/^NULL/, 0],
  [/^(?:RC4_40|RC2_CBC_40|DES40|DES_CBC_40)/, 40],
  [/^(?:RC4_56|DES_CBC)/, 56],
  [/^3DES/, 112],
  [/^(?:RC4_128|IDEA|SEED|SM4)/, 128],
  [/^(?:AES|CAMELLIA|ARIA)_128/, 128],
  [/^(?:AES|CAMELLIA|ARIA)_256/, 256],
  [/^(?:CHACHA20|KUZNYECHIK|MAGMA|28147)/, 256],
];

/**
 * Whether a suite should not be offered: too few bits, nobody authenticated, RC4 (RFC 7465), or 64-bit blocks such as 3DES
 * (RFC 8429). A name of another form is not.
 */
export const isWeakSuite = (name: string): boolean => {
  const traits = suiteTraits(name);
  return traits !== null && (traits.bits < 128 || traits.isAnonymous || traits.isExport || traits.isRc4 || traits.has64BitBlock);
};

/** Whether recorded traffic of a suite can be decrypted later with the server's key. A name of another form is not. */
export const lacksForwardSecrecy = (name: string): boolean => suiteTraits(name)?.isForwardSecret === false;

/** Reads an IANA name such as `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`; null for a name of another form. */
export const suiteTraits = (name: string): SuiteTraits | null => {
  const parts = /^TLS_(?:([A-Za-z0-9_]+?)_WITH_)?([A-Z0-9_]+)$/.exec(name);
  if (parts === null) return null;
  // Suites of TLS 1.3 name no key exchange: all of them are ephemeral.
  const [, exchange = 'ECDHE', cipher = ''] = parts;
  const bits = strengths.find(([pattern]) => pattern.test(cipher))?.[1];
  if (bits === undefined) return null;
  const isAnonymous = exchange.includes('anon');
  return {
    bits,
    isForwardSecret: /^(?:ECDHE|DHE)_?|anon/.test(exchange),
    isAead: /_(?:GCM|CCM|POLY1305|MGM)/.test(cipher),
    isAnonymous,
    isExport: exchange.includes('EXPORT'),
    isRc4: cipher.startsWith('RC4'),
    has64BitBlock: /^(?:3?DES|RC2|IDEA|28147|MAGMA)/.test(cipher),
  };
};
