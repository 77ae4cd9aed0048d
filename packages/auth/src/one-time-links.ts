import { createHmac, timingSafeEqual } from 'node:crypto';
import { brandId, type Id, isUuid } from '@notafter/domain';
import type { EmailChangeSide, LinkPurpose } from './auth-service.ts';
import { deriveKey } from './secret-key.ts';

interface SignedIds<Purpose extends string, Kind extends string> {
  sign(purpose: Purpose, id: Id<Kind>): string;
  read(purpose: Purpose, token: string): Id<Kind> | null;
}

/** Tokens of the form `id.HMAC(key, purpose, id)`: verified without storing them. */
const createSignedIds = <Purpose extends string, Kind extends string>(key: Buffer): SignedIds<Purpose, Kind> => {
  const mac = (purpose: Purpose, id: string): Buffer => createHmac('sha256', key).update(`${purpose}\0${id}`).digest();
  return {
    sign: (purpose, id) => `${id}.${mac(purpose, id).toString('base64url')}`,
    read: (purpose, token) => {
      const [id = '', signature = '', ...rest] = token.split('.');
      if (!isUuid(id) || rest.length > 0) return null;
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(purpose, id);
      // Re-encoding rejects the looser spellings that Buffer's decoder accepts.
      if (given.length !== expected.length || given.toString('base64url') !== signature) return null;
      return timingSafeEqual(given, expected) ? brandId(id) : null;
    },
  };
};

/** Mailed links, whose rows hold state and expiry. */
export const createOneTimeLinks = (secretKey: string | Uint8Array): SignedIds<LinkPurpose, 'one-time-link'> =>
  createSignedIds(deriveKey(secretKey, 'one-time-links'));

/** Links in alerts: valid for as long as there is something to acknowledge. */
export const createAlertLinks = (secretKey: string | Uint8Array): SignedIds<'acknowledge', 'alert'> =>
  createSignedIds(deriveKey(secretKey, 'alert-links'));

/** Links in reports and in the question before the first one: valid while the recipient's row exists. */
export const createReportLinks = (secretKey: string | Uint8Array): SignedIds<'report', 'report-recipient'> =>
  createSignedIds(deriveKey(secretKey, 'report-links'));

/** Codes of mailed invitations, whose rows hold state and expiry. */
export const createInvitationCodes = (secretKey: string | Uint8Array): SignedIds<'invitation', 'invitation'> =>
  createSignedIds(deriveKey(secretKey, 'invitations'));

/** Tokens of machines that ask for the certificate of their service. */
export const createMachineTokens = (secretKey: string | Uint8Array): SignedIds<'machine', 'service'> =>
  createSignedIds(deriveKey(secretKey, 'machines'));

/** Links that confirm a change of address, one for each address. */
export const createEmailChangeLinks = (secretKey: string | Uint8Array): SignedIds<EmailChangeSide, 'email-change'> =>
  createSignedIds(deriveKey(secretKey, 'email-change-links'));
