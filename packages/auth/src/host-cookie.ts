/** A cookie of this host alone. */
export interface HostCookie {
  readonly name: string;
  /** The `Set-Cookie` value that has the browser keep it. */
  serialize(value: string, until: { readonly maxAgeSeconds: number } | { readonly expiresAt: Date }): string;
  /** The `Set-Cookie` value that takes it away. */
  clear(): string;
  /** Its value in a `Cookie` header, or null. */
  parse(header: string | null | undefined): string | null;
}

/**
 * A cookie for a site at `publicUrl`: unseen by scripts, and not sent with what other sites post or embed. Under https its
 * `__Host-` name keeps sibling hosts from planting one (RFC 6265bis 4.1.3.2).
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
