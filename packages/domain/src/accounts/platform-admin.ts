/**
 * A person's state as platform administrator. `unproven`: their address is listed, but they did not prove from inside a session
 * that the mailbox is theirs; a stranger may have chosen the password of an account that an activation link opened.
 */
export type PlatformAdminState = 'none' | 'unproven' | 'proven';

interface Person {
  /** Normalized. */
  readonly email: string;
  readonly mailboxProvenAt: Date | null;
}

interface Listed {
  readonly platformAdminEmails: readonly string[];
  readonly platformAdminEmailDomains: readonly string[];
}

/** The one rule for platform administrators: only `proven` may. */
export const platformAdminStateOf = ({ email, mailboxProvenAt }: Person, listed: Listed): PlatformAdminState => {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!listed.platformAdminEmails.includes(email) && !listed.platformAdminEmailDomains.includes(domain)) return 'none';
  return mailboxProvenAt === null ? 'unproven' : 'proven';
};
