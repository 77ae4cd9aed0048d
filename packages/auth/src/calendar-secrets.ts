import { createHmac, timingSafeEqual } from 'node:crypto';
import { brandId, isUuid, type OrganizationId } from '@notafter/domain';
import { deriveKey } from './secret-key.ts';

const ID_BYTES = 16;
const MAC_BYTES = 24;

export interface CalendarSecrets {
  sign(orgId: OrganizationId, rotation: number): string;
  organizationOf(secret: string): OrganizationId | null;
  isGenuine(secret: string, orgId: OrganizationId, rotation: number): boolean;
}

/**
 * Secrets of calendar URLs: the organization's ID and an HMAC over it and a counter. The URL can be shown again at any time
 * although no row stores it, and a higher counter revokes it.
 */
export const createCalendarSecrets = (secretKey: string | Uint8Array): CalendarSecrets => {
  const key = deriveKey(secretKey, 'calendar-feeds');
  const sign = (orgId: OrganizationId, rotation: number): string => {
    const mac = createHmac('sha256', key).update(`${orgId}\0${rotation}`).digest().subarray(0, MAC_BYTES);
    return Buffer.concat([Buffer.from(orgId.replaceAll('-', ''), 'hex'), mac]).toString('base64url');
  };
  return {
    sign,
    organizationOf: (secret) => {
      const bytes = Buffer.from(secret, 'base64url');
      // Re-encoding rejects the looser spellings that Buffer's decoder accepts.
      if (bytes.length !== ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== secret) return null;
      const hex = bytes.subarray(0, ID_BYTES).toString('hex');
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return isUuid(id) ? brandId(id) : null;
    },
    isGenuine: (secret, orgId, rotation) => {
      const [given, expected] = [Buffer.from(secret), Buffer.from(sign(orgId, rotation))];
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
};
