import type { Executor } from '@notafter/db';
import type {
  AlertId,
  ApiKeyActor,
  EmailChangeId,
  InvitationId,
  OneTimeLinkId,
  OrganizationId,
  SessionActor,
  TokenActor,
  UserId,
} from '@notafter/domain';
import type { CredentialKind, NewCredential } from './credentials.ts';
import type { Passkeys } from './passkeys.ts';
import type { Sealing } from './sealing.ts';
import type { Totp } from './totp.ts';

export type LinkPurpose = 'account-activation' | 'mailbox-proof' | 'password-reset';

/** The address a person has, or the one they wish for. */
export type EmailChangeSide = 'old' | 'new';

export interface NewSession {
  /** Goes into the cookie and nowhere else. */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface SessionOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Everything about proving who is asking. Lucia, Argon2id and the secret key are hidden behind it. */
export interface AuthService {
  /** Argon2id; at most two at once in the process. */
  hashPassword(password: string): Promise<string>;
  /** With `hash` null it costs the same time and answers false, so that unknown accounts look like known ones. */
  verifyPassword(hash: string | null, password: string): Promise<boolean>;
  createSession(db: Executor, userId: UserId, origin: SessionOrigin): Promise<NewSession>;
  endSession(db: Executor, sessionId: string): Promise<void>;
  /** Sign-ins that wait for their second step end with them. */
  endAllSessions(db: Executor, userId: UserId): Promise<void>;
  /** Sign-ins that wait for their second step end with them. Answers how many sessions ended. */
  endOtherSessions(db: Executor, userId: UserId, keptSessionId: string): Promise<number>;
  /** The person behind a cookie's token and, when the session was extended, its new expiry; null where there is none. */
  resolveSession(db: Executor, token: string): Promise<{ readonly actor: SessionActor; readonly extendedUntil: Date | null } | null>;
  /** A secret of 256 random bits, `nat_` or `nak_` before it, with what its row holds. */
  makeCredential(kind: CredentialKind): NewCredential;
  /**
   * Who stands behind a token or an API key; null for what is unknown, revoked or expired. Writes when it was used last, at
   * most once a minute.
   */
  resolveCredential(db: Executor, secret: string): Promise<TokenActor | ApiKeyActor | null>;
  /** `id.HMAC(SECRET_KEY, purpose, id)`. */
  signLink(purpose: LinkPurpose, id: OneTimeLinkId): string;
  /** The id inside a genuine token of this purpose, else null. Constant time. */
  readLink(purpose: LinkPurpose, token: string): OneTimeLinkId | null;
  /** A link of its own for each of the two addresses that confirm a change of address. */
  signEmailChange(side: EmailChangeSide, id: EmailChangeId): string;
  /** Which change a genuine token is about, and at which address it was sent; else null. */
  readEmailChange(token: string): { readonly id: EmailChangeId; readonly side: EmailChangeSide } | null;
  /** In the address on which anyone who got the alert may acknowledge it. */
  signAlertLink(id: AlertId): string;
  readAlertLink(token: string): AlertId | null;
  /** The code in a mailed invitation: `id.HMAC(SECRET_KEY, 'invitation', id)`. */
  signInvitation(id: InvitationId): string;
  /** The id inside a genuine code, else null. Constant time. */
  readInvitation(code: string): InvitationId | null;
  readonly passkeys: Passkeys;
  readonly totp: Totp;
  /** Encrypts a secret for the row it is stored in; `open` throws where it belongs elsewhere or the key is another. */
  readonly sealing: Sealing;
  /** The secret in the address of an organization's calendar; raising `rotation` ends the one before. */
  calendarSecret(orgId: OrganizationId, rotation: number): string;
  /** The organization that a text of the right form names; whether it is genuine is `isCalendarSecret`'s to say. */
  readCalendarSecret(secret: string): OrganizationId | null;
  /** Constant time. */
  isCalendarSecret(secret: string, orgId: OrganizationId, rotation: number): boolean;
}
