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

/** A person in a browser. */
export interface SessionActor extends Person {
  readonly via: 'session';
  /** Lucia's session id, the SHA-256 of the cookie's token; names the session to end at logout. */
  readonly sessionId: string;
}

/** A person's script: has their current role and ends with their account. */
export interface TokenActor extends Person {
  readonly via: 'token';
  readonly tokenId: TokenId;
}

export type PersonActor = SessionActor | TokenActor;

/** An API key of the organization, not of a person. */
export interface ApiKeyActor {
  readonly via: 'api-key';
  readonly apiKeyId: ApiKeyId;
  readonly orgId: OrganizationId;
  readonly name: string;
  readonly permissions: ApiKeyPermissions;
  /** Null: every certificate of the organization. */
  readonly scope: CertificateScope | null;
  /** Addresses and CIDRs it may be used from; empty: any. */
  readonly allowedAddresses: readonly string[];
}

/** The caller, resolved once per request by packages/auth. */
export type Actor = PersonActor | ApiKeyActor;
