export const CREDENTIAL_NAME_MAX_LENGTH = 100;
/** Active ones at once; a script that makes one per run is noticed before it fills the table. */
export const ACTIVE_TOKENS_MAX = 50;
export const ACTIVE_API_KEYS_MAX = 100;
/** Revoked and expired ones that lists still show, the latest; older ones are only in the audit log. */
export const ENDED_CREDENTIALS_KEPT = 100;

/** Addresses and ranges that one API key may be limited to. */
export const ALLOWED_ADDRESSES_MAX = 50;

/** How long the old secret of a rotated key still works: long enough to hand out the new one. */
export const OVERLAP_HOURS_DEFAULT = 24;
export const OVERLAP_HOURS_MAX = 720;

/** How long a token or an API key may live, in days; null: until it is revoked. */
export const credentialLifetimes = [null, 30, 90, 180, 365] as const;
export type CredentialLifetime = (typeof credentialLifetimes)[number];

export type CredentialStatus = 'active' | 'revoked' | 'expired';

interface CredentialDates {
  readonly revokedAt: Date | null;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
}

/** Revoked is permanent and takes precedence over expired; at `expiresAt` itself it is expired. */
export const credentialStatusOf = ({ revokedAt, expiresAt }: CredentialDates, now: Date): CredentialStatus => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() ? 'expired' : 'active';
};
