import type { ApiKeyId, OrganizationId, TokenId, UserId } from '../ids.ts';
import type { Role } from '../permissions/permissions.ts';
import type { ApiKeyPermissions, CertificateScope } from './api-key-limits.ts';

interface Person {
  readonly userId: UserId;
  readonly orgId: OrganizationId;
  readonly role: Role;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A person in their browser. */
export interface SessionActor extends Person {
  readonly via: 'session';
  /** Lucia's session id, the SHA-256 of the cookie's token; names the session to end at logout. */
  readonly sessionId: string;
}

/** A person's script: acts with their present role and ends with them. */
export interface TokenActor extends Person {
  readonly via: 'token';
  readonly tokenId: TokenId;
}

export type PersonActor = SessionActor | TokenActor;

/** The organization's own key: no person stands behind it. */
export interface ApiKeyActor {
  readonly via: 'api-key';
  readonly apiKeyId: ApiKeyId;
  readonly orgId: OrganizationId;
  readonly name: string;
  readonly permissions: ApiKeyPermissions;
  /** Null: it reaches every certificate of the organization. */
  readonly scope: CertificateScope | null;
  /** Addresses and CIDRs it may be used from; none: anywhere. */
  readonly allowedAddresses: readonly string[];
}

/** Who is asking, resolved once per request by packages/auth. */
export type Actor = PersonActor | ApiKeyActor;
