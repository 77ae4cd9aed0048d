import { hostCookie } from '@notafter/auth';
import { OAUTH_FLOW_VALID_MS, PENDING_LINK_VALID_MS, SECOND_MS } from '@notafter/domain';
import type { OAuthCookies } from '@notafter/features';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './identify.ts';

/**
 * Reads and sets the cookies of a sign-in with an identity provider: encrypted values that use cases create and read. A sign-in
 * deletes a pending link. Callers with a token or an API key have none.
 */
export const handleOAuthCookies = (publicUrl: string): MiddlewareHandler<HttpEnv> => {
  const cookies = { oauthFlow: hostCookie(publicUrl, 'notafter_oauth'), pendingLink: hostCookie(publicUrl, 'notafter_link') };
  const validSeconds = { oauthFlow: OAUTH_FLOW_VALID_MS / SECOND_MS, pendingLink: PENDING_LINK_VALID_MS / SECOND_MS };
  return async (c, next) => {
    const { session, request } = c.var;
    if (request.actor !== null && request.actor.via !== 'session') return next();
    const header = c.req.header('cookie');
    const oauthCookies: OAuthCookies = { oauthFlow: cookies.oauthFlow.parse(header), pendingLink: cookies.pendingLink.parse(header) };
    const values = new Map<string, string>();
    const setOAuth = (name: keyof OAuthCookies, sealed: string | null): void => {
      const cookie = cookies[name];
      values.set(name, sealed === null ? cookie.clear() : cookie.serialize(sealed, { maxAgeSeconds: validSeconds[name] }));
    };
    c.set('request', { ...request, oauthCookies });
    c.set('session', {
      ...session,
      setOAuth,
      set: (token, expiresAt) => {
        session.set(token, expiresAt);
        if (oauthCookies.pendingLink !== null) setOAuth('pendingLink', null);
      },
    });
    await next();
    for (const value of values.values()) c.header('set-cookie', value, { append: true });
    return undefined;
  };
};
