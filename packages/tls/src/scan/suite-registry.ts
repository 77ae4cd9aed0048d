const six = ['RSA', 'DH_DSS', 'DH_RSA', 'DHE_DSS', 'DHE_RSA', 'DH_anon'];
const ecFour = ['ECDHE_ECDSA', 'ECDH_ECDSA', 'ECDHE_RSA', 'ECDH_RSA'];
const ecFive = ['ECDH_ECDSA', 'ECDHE_ECDSA', 'ECDH_RSA', 'ECDHE_RSA', 'ECDH_anon'];
const gcmTen = ['RSA', 'DHE_RSA', 'DH_RSA', 'DHE_DSS', 'DH_DSS', 'DH_anon', ...ecFour];
const desThree = ['DES_CBC_SHA', '3DES_EDE_CBC_SHA'];
const ecOld = ['NULL_SHA', 'RC4_128_SHA', '3DES_EDE_CBC_SHA', 'AES_128_CBC_SHA', 'AES_256_CBC_SHA'];
const aesGcm = ['AES_128_GCM_SHA256', 'AES_256_GCM_SHA384'];

/** The first number of a run, the key exchanges, and the ciphers of each. */
type Run = readonly [first: number, exchanges: readonly string[], ciphers: readonly string[]];

/**
 * IANA's TLS Cipher Suites registry as runs of consecutive numbers, and the 56-bit export suites of an expired draft. Omits
 * PSK, SRP and Kerberos suites: they need an account, so web servers do not accept them.
 */
const runs: readonly Run[] = [
  [0x0001, ['RSA'], ['NULL_MD5', 'NULL_SHA']],
  [0x0003, ['RSA_EXPORT'], ['RC4_40_MD5']],
  [0x0004, ['RSA'], ['RC4_128_MD5', 'RC4_128_SHA']],
  [0x0006, ['RSA_EXPORT'], ['RC2_CBC_40_MD5']],
  [0x0007, ['RSA'], ['IDEA_CBC_SHA']],
  [0x0008, ['RSA_EXPORT'], ['DES40_CBC_SHA']],
  [0x0009, ['RSA'], desThree],
  [0x000b, ['DH_DSS_EXPORT'], ['DES40_CBC_SHA']],
  [0x000c, ['DH_DSS'], desThree],
  [0x000e, ['DH_RSA_EXPORT'], ['DES40_CBC_SHA']],
  [0x000f, ['DH_RSA'], desThree],
  [0x0011, ['DHE_DSS_EXPORT'], ['DES40_CBC_SHA']],
  [0x0012, ['DHE_DSS'], desThree],
  [0x0014, ['DHE_RSA_EXPORT'], ['DES40_CBC_SHA']],
  [0x0015, ['DHE_RSA'], desThree],
  [0x0017, ['DH_anon_EXPORT'], ['RC4_40_MD5']],
  [0x0018, ['DH_anon'], ['RC4_128_MD5']],
  [0x0019, ['DH_anon_EXPORT'], ['DES40_CBC_SHA']],
  [0x001a, ['DH_anon'], desThree],
  [0x002f, six, ['AES_128_CBC_SHA']],
  [0x0035, six, ['AES_256_CBC_SHA']],
  [0x003b, ['RSA'], ['NULL_SHA256', 'AES_128_CBC_SHA256', 'AES_256_CBC_SHA256']],
  [0x003e, ['DH_DSS', 'DH_RSA', 'DHE_DSS'], ['AES_128_CBC_SHA256']],
  [0x0041, six, ['CAMELLIA_128_CBC_SHA']],
  [0x0062, ['RSA_EXPORT1024', 'DHE_DSS_EXPORT1024'], ['DES_CBC_SHA']],
  [0x0064, ['RSA_EXPORT1024', 'DHE_DSS_EXPORT1024'], ['RC4_56_SHA']],
  [0x0066, ['DHE_DSS'], ['RC4_128_SHA']],
  [0x0067, ['DHE_RSA'], ['AES_128_CBC_SHA256']],
  [0x0068, ['DH_DSS', 'DH_RSA', 'DHE_DSS', 'DHE_RSA'], ['AES_256_CBC_SHA256']],
  [0x006c, ['DH_anon'], ['AES_128_CBC_SHA256', 'AES_256_CBC_SHA256']],
  [0x0084, six, ['CAMELLIA_256_CBC_SHA']],
  [0x0096, six, ['SEED_CBC_SHA']],
  [0x009c, six.slice(0, 1), aesGcm],
  [0x009e, ['DHE_RSA', 'DH_RSA', 'DHE_DSS', 'DH_DSS', 'DH_anon'], aesGcm],
  [0x00ba, six, ['CAMELLIA_128_CBC_SHA256']],
  [0x00c0, six, ['CAMELLIA_256_CBC_SHA256']],
  [0xc001, ecFive, ecOld],
  [0xc023, ecFour, ['AES_128_CBC_SHA256', 'AES_256_CBC_SHA384']],
  [0xc02b, ecFour, aesGcm],
  [0xc03c, [...six, ...ecFour], ['ARIA_128_CBC_SHA256', 'ARIA_256_CBC_SHA384']],
  [0xc050, gcmTen, ['ARIA_128_GCM_SHA256', 'ARIA_256_GCM_SHA384']],
  [0xc072, ecFour, ['CAMELLIA_128_CBC_SHA256', 'CAMELLIA_256_CBC_SHA384']],
  [0xc07a, gcmTen, ['CAMELLIA_128_GCM_SHA256', 'CAMELLIA_256_GCM_SHA384']],
  [0xc09c, ['RSA', 'DHE_RSA'], ['AES_128_CCM', 'AES_256_CCM']],
  [0xc0a0, ['RSA', 'DHE_RSA'], ['AES_128_CCM_8', 'AES_256_CCM_8']],
  [0xc0ac, ['ECDHE_ECDSA'], ['AES_128_CCM', 'AES_256_CCM', 'AES_128_CCM_8', 'AES_256_CCM_8']],
  [0xc100, ['GOSTR341112_256'], ['KUZNYECHIK_CTR_OMAC', 'MAGMA_CTR_OMAC', '28147_CNT_IMIT']],
  [0xcca8, ['ECDHE_RSA', 'ECDHE_ECDSA', 'DHE_RSA'], ['CHACHA20_POLY1305_SHA256']],
];

const suitesOf = ([first, exchanges, ciphers]: Run): [number, string][] =>
  exchanges.flatMap((exchange, row) =>
    ciphers.map((cipher, column): [number, string] => [first + row * ciphers.length + column, `TLS_${exchange}_WITH_${cipher}`]),
  );

/** Suites of TLS 1.2 and below. */
const before13 = new Map(runs.flatMap(suitesOf));
/** RFC 8446 appendix B.4 and RFC 8998. */
const since13 = new Map([
  [0x1301, 'TLS_AES_128_GCM_SHA256'],
  [0x1302, 'TLS_AES_256_GCM_SHA384'],
  [0x1303, 'TLS_CHACHA20_POLY1305_SHA256'],
  [0x1304, 'TLS_AES_128_CCM_SHA256'],
  [0x1305, 'TLS_AES_128_CCM_8_SHA256'],
  [0x00c6, 'TLS_SM4_GCM_SM3'],
  [0x00c7, 'TLS_SM4_CCM_SM3'],
]);

const needsTls12 = /GCM|CCM|POLY1305|SHA256|SHA384|OMAC|IMIT/;

/** In the order of typical clients: a server that follows its clients shows what those get. */
const ranks = [
  /^TLS_ECDHE_(?:ECDSA|RSA)_WITH_(?:AES_\d+_GCM|CHACHA20)/,
  /^TLS_ECDHE_(?:ECDSA|RSA)_WITH_(?:AES_\d+_CBC|3DES|RC4)/,
  /^TLS_DHE_RSA_WITH_(?:AES_\d+_(?:GCM|CBC)|CHACHA20|3DES)/,
  /^TLS_RSA_WITH_(?:AES_\d+_(?:GCM|CBC)|3DES|RC4_128)/,
];
const rankOf = (name: string): number => {
  const rank = ranks.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? ranks.length : rank;
};

const ids = (fits: (name: string) => boolean): number[] =>
  [...before13]
    .filter(([, name]) => fits(name))
    .toSorted(([, one], [, other]) => rankOf(one) - rankOf(other))
    .map(([id]) => id);

/** The suites that each version can offer, common ones first. */
export const suitesOf13: readonly number[] = [...since13.keys()];
export const suitesOf12: readonly number[] = ids(() => true);
export const suitesBefore12: readonly number[] = ids((name) => !needsTls12.test(name));

/** Returns the IANA name. */
export const suiteName = (id: number): string =>
  before13.get(id) ?? since13.get(id) ?? `0x${id.toString(16).padStart(4, '0').toUpperCase()}`;

export const isEphemeralEc = (id: number): boolean => before13.get(id)?.includes('ECDHE_') === true;
export const isAnonymous = (id: number): boolean => before13.get(id)?.includes('_anon') === true;
export const isEphemeralDh = (id: number): boolean => before13.get(id)?.startsWith('TLS_DHE_') === true;
