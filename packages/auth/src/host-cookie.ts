/** A cookie limited to this host. */
export interface HostCookie {
  readonly name: string;
  /** Returns the `Set-Cookie` value that stores it. */
  serialize(value: string, until: { readonly maxAgeSeconds: number } | { readonly expiresAt: Date }): string;
  /** Returns the `Set-Cookie` value that deletes it. */
  clear(): string;
  /** Returns its value in a `Cookie` header, or null. */
  parse(header: string | null | undefined): string | null;
}

/**
 * Creates a cookie for a site at `publicUrl`, hidden from scripts, and not sent with posts from or embeds in other sites.
 * Under https, its `__Host-` name prevents sibling hosts from setting it (RFC 6265bis section 4.1.3.2).
 */
export const hostCookie = (publicUrl: string, plainName: string): HostCookie => {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    serialize: (value, until) => {
      const end = 'expiresAt' in until ? `Expires=${until.expiresAt.toUTCString()}` : `Max-Age=${until.maxAgeSeconds}`;
      return `${name}=${value}; ${attributes}; ${end}`;
    },
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
