export interface SessionCookie {
  readonly name: string;
  /** The `Set-Cookie` value that hands the browser its session. */
  serialize(token: string, expiresAt: Date): string;
  /** The `Set-Cookie` value that takes it away. */
  clear(): string;
  /** The token in a `Cookie` header, or null. */
  parse(header: string | null | undefined): string | null;
}

/** The session's cookie for a site at `publicUrl`. Under https its `__Host-` name keeps sibling hosts from planting one (RFC 6265bis 4.1.3.2). */
export const sessionCookie = (publicUrl: string): SessionCookie => {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = secure ? '__Host-notafter_session' : 'notafter_session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    serialize: (token, expiresAt) => `${name}=${token}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    parse: (header) => {
      for (const pair of (header ?? '').split(';')) {
        const [key = '', ...value] = pair.split('=');
        if (key.trim() === name) return value.join('=').trim() || null;
      }
      return null;
    },
  };
};
