/** Bounds against hostile files. Real ones stay far below. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILES = 5_000;
export const MAX_CERTIFICATES_PER_FILE = 500;
export const MAX_CERTIFICATES = 20_000;
/** The largest certificates in use, with thousands of names, take some 60 KB. */
export const MAX_CERTIFICATE_BYTES = 128 * 1024;
export const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
export const MAX_CHAIN = 10;
/** Of SafeContents in SafeContents, and of BER elements. */
export const MAX_DEPTH = 24;
/** A file on a dead network mount never opens. */
export const FILE_TIMEOUT_MS = 30_000;
