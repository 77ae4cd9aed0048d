/** Bounds against hostile files. Real ones stay far below. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILES = 5_000;
export const MAX_CERTIFICATES_PER_FILE = 500;
export const MAX_CERTIFICATES = 20_000;
/** The largest certificates in use, with thousands of names, take some 60 KB. */
export const MAX_CERTIFICATE_BYTES = 128 * 1024;
export const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
export const MAX_CHAIN = 10;
export const MAX_ALIAS_CHARACTERS = 300;
/** Of SafeContents in SafeContents, and of BER elements. */
export const MAX_DEPTH = 24;
/** PBKDF2 in OpenSSL: some 2 s of CPU. */
export const MAX_PBKDF2_ITERATIONS = 5_000_000;
/** The older derivation runs in JavaScript: some 1 s of CPU. */
export const MAX_PKCS12_ITERATIONS = 1_000_000;
/** Of all keystores that one reader opens, which ends after 120 s: some 40 and 60 s of CPU. */
export const MAX_RUN_PBKDF2_ITERATIONS = 100_000_000;
export const MAX_RUN_PKCS12_ITERATIONS = 60_000_000;
/** A file on a dead network mount never opens. */
export const FILE_TIMEOUT_MS = 30_000;
export const API_TIMEOUT_MS = 30_000;
/** One page of Secrets: the API server stores at most 1 MiB for each. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;
export const SECRETS_PER_PAGE = 50;
