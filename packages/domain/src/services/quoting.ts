/** For POSIX shells: as it is, in double quotes if nothing in it is special there, else in single quotes. */
export const quoteShell = (text: string): string => {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return /[$`"\\!\n]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
};

/** A value of a libpq connection string. */
export const quoteConninfo = (text: string): string =>
  /^[\w@.:/-]+$/.test(text) ? text : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A value of a file that shells and dotenv libraries read. */
export const quoteEnv = (text: string): string => (/^[\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A string of JavaScript, Python and Go alike. */
export const quoteCode = (text: string): string => JSON.stringify(text);

/** `host:port`, with brackets around an IPv6 address. */
export const hostAndPort = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;
