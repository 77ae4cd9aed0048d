export type Digest = 'sha256' | 'sha384';

export interface CipherSuite {
  readonly id: number;
  /** IANA name. */
  readonly name: string;
  readonly digest: Digest;
  readonly cipher: 'aes-128-gcm' | 'aes-256-gcm' | 'chacha20-poly1305';
  readonly keyBytes: 16 | 32;
  /** The key type of the certificate in TLS 1.2; null in TLS 1.3, where suites do not specify it. */
  readonly auth: 'ecdsa' | 'rsa' | null;
}

const aes128 = { digest: 'sha256', cipher: 'aes-128-gcm', keyBytes: 16 } as const;
const aes256 = { digest: 'sha384', cipher: 'aes-256-gcm', keyBytes: 32 } as const;
const chacha = { digest: 'sha256', cipher: 'chacha20-poly1305', keyBytes: 32 } as const;

/**
 * The suites offered, in the order of current browsers: authenticated encryption with forward secrecy. A server that refuses
 * them all is probed again with OpenSSL and all of its suites.
 */
export const offeredSuites: readonly CipherSuite[] = [
  { id: 0x1301, name: 'TLS_AES_128_GCM_SHA256', ...aes128, auth: null },
  { id: 0x1302, name: 'TLS_AES_256_GCM_SHA384', ...aes256, auth: null },
  { id: 0x1303, name: 'TLS_CHACHA20_POLY1305_SHA256', ...chacha, auth: null },
  { id: 0xc02b, name: 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', ...aes128, auth: 'ecdsa' },
  { id: 0xc02f, name: 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', ...aes128, auth: 'rsa' },
  { id: 0xc02c, name: 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', ...aes256, auth: 'ecdsa' },
  { id: 0xc030, name: 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', ...aes256, auth: 'rsa' },
  { id: 0xcca9, name: 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256', ...chacha, auth: 'ecdsa' },
  { id: 0xcca8, name: 'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', ...chacha, auth: 'rsa' },
];

const byId = new Map(offeredSuites.map((suite) => [suite.id, suite]));

export const suiteOf = (id: number): CipherSuite | undefined => byId.get(id);
