import type { Executor } from '@notafter/db';
import type {
  AlertId,
  ApiKeyActor,
  EmailChangeId,
  InvitationId,
  OneTimeLinkId,
  OrganizationId,
  ReportRecipientId,
  ServiceId,
  SessionActor,
  TokenActor,
  UserId,
} from '@notafter/domain';
import type { CollectorKeys } from './collector-keys.ts';
import type { CredentialKind, NewCredential } from './credentials.ts';
import type { EvidenceSigner } from './evidence-signer.ts';
import type { Passkeys } from './passkeys.ts';
import type { Sealing } from './sealing.ts';
import type { Totp } from './totp.ts';

export type LinkPurpose = 'account-activation' | 'mailbox-proof' | 'password-reset';

/** The current address of a person, or the requested one. */
export type EmailChangeSide = 'old' | 'new';

export interface NewSession {
  /** Sent only in the cookie. */
  readonly token: string;
  readonly expiresAt: Date;
}

export interface SessionOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Everything that authenticates a caller. Hides Lucia, Argon2id and the secret key. */
export interface AuthService {
  /** Argon2id; at most two hashes at once per process. */
  hashPassword(password: string): Promise<string>;
  /** Takes the same time and returns false if `hash` is null, so that unknown accounts look like known ones. */
  verifyPassword(hash: string | null, password: string): Promise<boolean>;
  createSession(db: Executor, userId: UserId, origin: SessionOrigin): Promise<NewSession>;
  endSession(db: Executor, sessionId: string): Promise<void>;
  /** Also ends sign-ins that wait for their second factor. */
  endAllSessions(db: Executor, userId: UserId): Promise<void>;
  /** Also ends sign-ins that wait for their second factor. Returns the number of sessions that ended. */
  endOtherSessions(db: Executor, userId: UserId, keptSessionId: string): Promise<number>;
  /** Returns the person behind a cookie's token and, if the session was extended, its new expiry; null if there is none. */
  resolveSession(db: Executor, token: string): Promise<{ readonly actor: SessionActor; readonly extendedUntil: Date | null } | null>;
  /** Returns a secret of 256 random bits with the prefix `nat_` or `nak_`, and the fields of its row. */
  makeCredential(kind: CredentialKind): NewCredential;
  /**
   * Returns the owner of a token or an API key; null if it is unknown, revoked or expired. Updates the time of last use at most
   * once a minute.
   */
  resolveCredential(db: Executor, secret: string): Promise<TokenActor | ApiKeyActor | null>;
  /** `id.HMAC(SECRET_KEY, purpose, id)`. */
  signLink(purpose: LinkPurpose, id: OneTimeLinkId): string;
  /** Returns the ID in a valid token of this purpose, otherwise null. Constant time. */
  readLink(purpose: LinkPurpose, token: string): OneTimeLinkId | null;
  /** Signs a separate link for each of the two addresses that confirm a change of address. */
  signEmailChange(side: EmailChangeSide, id: EmailChangeId): string;
  /** Returns the change that a valid token confirms and the address it was sent to; otherwise null. */
  readEmailChange(token: string): { readonly id: EmailChangeId; readonly side: EmailChangeSide } | null;
  /** Signs the URL with which any recipient of an alert can acknowledge it. */
  signAlertLink(id: AlertId): string;
  readAlertLink(token: string): AlertId | null;
  /** Signs the URL with which one recipient of a report confirms, unsubscribes and subscribes again. */
  signReportLink(id: ReportRecipientId): string;
  readReportLink(token: string): ReportRecipientId | null;
  /** The code in a mailed invitation: `id.HMAC(SECRET_KEY, 'invitation', id)`. */
  signInvitation(id: InvitationId): string;
  /** Returns the ID in a valid code, otherwise null. Constant time. */
  readInvitation(code: string): InvitationId | null;
  /** The token with which the machine of a service asks for its first certificate. */
  signMachine(id: ServiceId): string;
  /** Returns the service of a valid token, otherwise null. Constant time. */
  readMachine(token: string): ServiceId | null;
  /** Signs files for auditors. */
  readonly evidence: EvidenceSigner;
  /** The keys that bundles of collectors are sealed to (X25519), and that receipts are signed with (Ed25519). */
  readonly collectorKeys: CollectorKeys;
  readonly passkeys: Passkeys;
  readonly totp: Totp;
  /** Encrypts a secret for its row; `open` throws for another row or another key. */
  readonly sealing: Sealing;
  /** Signs the secret in the URL of an organization's calendar; a higher `rotation` revokes it. */
  calendarSecret(orgId: OrganizationId, rotation: number): string;
  /** Returns the organization in a text of the right form; `isCalendarSecret` decides whether it is valid. */
  readCalendarSecret(secret: string): OrganizationId | null;
  /** Constant time. */
  isCalendarSecret(secret: string, orgId: OrganizationId, rotation: number): boolean;
}
