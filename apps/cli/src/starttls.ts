/** Protocols that start in plain text and switch to TLS, with their default ports. */
export const startTlsPorts = {
  smtp: 25,
  imap: 143,
  pop3: 110,
  ftp: 21,
  ldap: 389,
  xmpp: 5222,
  postgres: 5432,
  mysql: 3306,
} as const;

export type StartTls = keyof typeof startTlsPorts;

export const startTlsNames = Object.keys(startTlsPorts).join(', ');

export const isStartTls = (name: string): name is StartTls => Object.hasOwn(startTlsPorts, name);
