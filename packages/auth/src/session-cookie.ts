import { type HostCookie, hostCookie } from './host-cookie.ts';

export interface SessionCookie extends Pick<HostCookie, 'name' | 'clear' | 'parse'> {
  /** The `Set-Cookie` value that hands the browser its session. */
  serialize(token: string, expiresAt: Date): string;
}

/** The session's cookie for a site at `publicUrl`. */
export const sessionCookie = (publicUrl: string): SessionCookie => {
  const cookie = hostCookie(publicUrl, 'notafter_session');
  return { ...cookie, serialize: (token, expiresAt) => cookie.serialize(token, { expiresAt }) };
};
