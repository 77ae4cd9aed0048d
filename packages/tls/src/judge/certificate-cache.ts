import { hash } from 'node:crypto';
import { Certificate } from '../x509/certificate.ts';
import type { TrustStore } from './trust-store.ts';

/** Stores the most recently used entries, up to `limit`. */
export class RecentMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  get size(): number {
    return this.#entries.size;
  }
}

/** Larger certificates are parsed again each time, so a hostile server cannot fill the memory. */
export const MAX_KEPT_BYTES = 8_192;

/**
 * Parses the certificates above a leaf and returns the same object for the same bytes: thousands of leaves share few issuers,
 * and an issuer caches its key and the signatures checked with it. Roots are the store's own objects.
 */
export const createIssuerCache = (store: TrustStore, limit: number): ((der: Uint8Array) => Certificate) => {
  const recent = new RecentMap<Certificate>(limit);
  return (der) => {
    // Copied because the caller may reuse its buffer.
    const read = (): Certificate => new Certificate(Buffer.from(Uint8Array.from(der).buffer));
    if (der.length > MAX_KEPT_BYTES) return read();
    const print = hash('sha256', der, 'hex');
    const known = recent.get(print);
    if (known !== undefined) return known;
    const certificate = read();
    const kept = store.find(certificate) ?? certificate;
    recent.set(print, kept);
    return kept;
  };
};
