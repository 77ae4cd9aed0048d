const signatures = [
  [/^HTTP\/|^<!doctype|^<html|^<\?xml/i, 'HTTP'],
  [/^SSH-/, 'SSH'],
  [/^220[ -].*(?:smtp|mail)/i, 'SMTP'],
  [/^220[ -]/, 'FTP or SMTP'],
  [/^\* OK/, 'IMAP'],
  [/^\+OK/, 'POP3'],
  [/^-ERR/, 'Redis'],
  [/^.{4}\n\d+\.\d+\.\d/s, 'MySQL'],
  [/^RFB \d/, 'VNC'],
] as const;

/** Returns the protocol that the first bytes of an answer belong to, or null. */
export const protocolOf = (firstBytes: string): string | null => signatures.find(([pattern]) => pattern.test(firstBytes))?.[1] ?? null;
