import { type HostCookie, hostCookie } from './host-cookie.ts';

export interface SessionCookie extends Pick<HostCookie, 'name' | 'clear' | 'parse'> {
  /** Returns the `Set-Cookie` value that stores the session. */
  serialize(token: string, expiresAt: Date): string;
}

/** The session cookie of a site at `publicUrl`. */
export const sessionCookie = (publicUrl: string): SessionCookie => {
  const cookie = hostCookie(publicUrl, 'notafter_session');
  return { ...cookie, serialize: (token, expiresAt) => cookie.serialize(token, { expiresAt }) };
};
