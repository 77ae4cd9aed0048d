import type { Clock } from '@notafter/domain';
import type { AuthService, EmailChangeSide } from './auth-service.ts';
import { createCalendarSecrets } from './calendar-secrets.ts';
import { createCollectorKeys } from './collector-keys.ts';
import { createCredentials, makeCredential } from './credentials.ts';
import { createEvidenceSigner, type EvidenceSigner } from './evidence-signer.ts';
import {
  createAlertLinks,
  createEmailChangeLinks,
  createInvitationCodes,
  createMachineTokens,
  createOneTimeLinks,
  createReportLinks,
} from './one-time-links.ts';
import { createPasskeys } from './passkeys.ts';
import { createPasswords, type PasswordCost } from './passwords.ts';
import { createSealing } from './sealing.ts';
import { createSessions } from './sessions.ts';
import { createTotp } from './totp.ts';

const emailChangeSides = ['old', 'new'] as const satisfies EmailChangeSide[];

interface AuthServiceOptions {
  /** SECRET_KEY, at least 16 bytes; the keys that sign links and calendar URLs and encrypt secrets are derived from it. */
  readonly secretKey: string | Uint8Array;
  /** The URL of the site: its passkeys work only there. */
  readonly publicUrl: string;
  readonly clock: Clock;
  /** Of new password hashes: OWASP's recommendation by default. Tests hash hundreds of passwords. */
  readonly passwordCost?: PasswordCost;
}

/** Creates the `AuthService`: Lucia sessions, Argon2id, HMAC links, AES-256-GCM. Throws if the key is too short. */
export const createAuthService = ({ secretKey, publicUrl, clock, passwordCost }: AuthServiceOptions): AuthService => {
  const passwords = createPasswords(passwordCost);
  const sessions = createSessions(clock);
  const links = createOneTimeLinks(secretKey);
  const alertLinks = createAlertLinks(secretKey);
  const reportLinks = createReportLinks(secretKey);
  const credentials = createCredentials(clock);
  const invitations = createInvitationCodes(secretKey);
  const emailChanges = createEmailChangeLinks(secretKey);
  const machines = createMachineTokens(secretKey);
  const calendars = createCalendarSecrets(secretKey);
  // Its key takes a while to make, and few servers sign any evidence.
  let evidence: EvidenceSigner | undefined;
  return {
    hashPassword: passwords.hash,
    verifyPassword: passwords.verify,
    createSession: sessions.create,
    endSession: sessions.end,
    endAllSessions: sessions.endAll,
    endOtherSessions: sessions.endOthers,
    resolveSession: async (db, token) => {
      const found = await sessions.resolve(db, token);
      if (found === null) return null;
      const { id, orgId, role, email, firstName, lastName } = found.user;
      return {
        actor: { userId: id, orgId, role, email, firstName, lastName, via: 'session', sessionId: found.sessionId },
        extendedUntil: found.extendedUntil,
      };
    },
    makeCredential,
    resolveCredential: credentials.resolve,
    signLink: links.sign,
    readLink: links.read,
    signAlertLink: (id) => alertLinks.sign('acknowledge', id),
    readAlertLink: (token) => alertLinks.read('acknowledge', token),
    signReportLink: (id) => reportLinks.sign('report', id),
    readReportLink: (token) => reportLinks.read('report', token),
    signInvitation: (id) => invitations.sign('invitation', id),
    readInvitation: (code) => invitations.read('invitation', code),
    signMachine: (id) => machines.sign('machine', id),
    readMachine: (token) => machines.read('machine', token),
    signEmailChange: emailChanges.sign,
    readEmailChange: (token) => {
      for (const side of emailChangeSides) {
        const id = emailChanges.read(side, token);
        if (id !== null) return { id, side };
      }
      return null;
    },
    collectorKeys: createCollectorKeys(secretKey),
    get evidence() {
      evidence ??= createEvidenceSigner(secretKey);
      return evidence;
    },
    passkeys: createPasskeys(publicUrl),
    totp: createTotp(clock),
    sealing: createSealing(secretKey),
    calendarSecret: calendars.sign,
    readCalendarSecret: calendars.organizationOf,
    isCalendarSecret: calendars.isGenuine,
  };
};
