import { createHmac, timingSafeEqual } from 'node:crypto';
import { brandId, isUuid, type OneTimeLinkId } from '@notafter/domain';
import type { LinkPurpose } from './auth-service.ts';
import { deriveKey } from './secret-key.ts';

export interface OneTimeLinks {
  sign(purpose: LinkPurpose, id: OneTimeLinkId): string;
  read(purpose: LinkPurpose, token: string): OneTimeLinkId | null;
}

/** Tokens of the form `id.HMAC(key, purpose, id)`: genuine ones can be told from guesses without a row holding them. */
export const createOneTimeLinks = (secretKey: string | Uint8Array): OneTimeLinks => {
  const key = deriveKey(secretKey, 'one-time-links');
  const mac = (purpose: LinkPurpose, id: string): Buffer => createHmac('sha256', key).update(`${purpose}\0${id}`).digest();
  return {
    sign: (purpose, id) => `${id}.${mac(purpose, id).toString('base64url')}`,
    read: (purpose, token) => {
      const [id = '', signature = '', ...rest] = token.split('.');
      if (!isUuid(id) || rest.length > 0) return null;
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(purpose, id);
      // Re-encoding refuses the looser spellings that Buffer's decoder accepts.
      if (given.length !== expected.length || given.toString('base64url') !== signature) return null;
      return timingSafeEqual(given, expected) ? brandId(id) : null;
    },
  };
};
