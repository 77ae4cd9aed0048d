import type { OrganizationId, UserId } from '../ids.ts';
import type { Role } from '../permissions/permissions.ts';

/** Who is asking, resolved once per request by packages/auth. */
export interface Actor {
  readonly userId: UserId;
  readonly orgId: OrganizationId;
  readonly role: Role;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly via: 'session';
  /** Lucia's session id, the SHA-256 of the cookie's token; names the session to end at logout. */
  readonly sessionId: string;
}
