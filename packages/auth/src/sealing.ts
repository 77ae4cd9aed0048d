import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './secret-key.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The row and column of a sealed secret. It does not open anywhere else, so rows cannot be exchanged. */
export interface SealPlace {
  readonly table: string;
  readonly row: string;
}

export interface Sealing {
  /** `keyId.base64url(iv, ciphertext, tag)`: AES-256-GCM, a fresh random IV each time. */
  seal(place: SealPlace, text: string): string;
  /** Throws if the key differs, or if the value was changed or belongs to another place. */
  open(place: SealPlace, sealed: string): string;
}

const boundTo = ({ table, row }: SealPlace): Buffer => Buffer.from(`${table}\0${row}`);

/** Encrypts secrets at rest with a key derived from SECRET_KEY. The key's ID precedes each value, so that keys can rotate. */
export const createSealing = (secretKey: string | Uint8Array): Sealing => {
  const key = deriveKey(secretKey, 'sealing');
  const keyId = createHash('sha256').update(key).digest('base64url').slice(0, 8);
  return {
    seal: (place, text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(place));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${keyId}.${sealed.toString('base64url')}`;
    },
    open: (place, sealed) => {
      const [sealedWith, body = ''] = sealed.split('.');
      if (sealedWith !== keyId)
        throw new Error('A stored secret was sealed with another SECRET_KEY. Start with the one it was stored under.');
      const bytes = Buffer.from(body, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('A stored secret is truncated.');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(boundTo(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
};
