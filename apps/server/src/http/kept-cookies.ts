import { hostCookie } from '@notafter/auth';
import { OAUTH_FLOW_VALID_MS, PENDING_LINK_VALID_MS, SECOND_MS } from '@notafter/domain';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './identify.ts';

/**
 * What a browser keeps for us around a sign-in at an identity provider: sealed texts that use cases make and read. Whoever
 * signs in loses what waited for that. A caller with a secret of its own is no browser and keeps nothing.
 */
export const keepCookies = (publicUrl: string): MiddlewareHandler<HttpEnv> => {
  const cookies = { oauthFlow: hostCookie(publicUrl, 'notafter_oauth'), pendingLink: hostCookie(publicUrl, 'notafter_link') };
  const validSeconds = { oauthFlow: OAUTH_FLOW_VALID_MS / SECOND_MS, pendingLink: PENDING_LINK_VALID_MS / SECOND_MS };
  return async (c, next) => {
    const { session, request } = c.var;
    if (request.actor !== null && request.actor.via !== 'session') return next();
    const header = c.req.header('cookie');
    const kept = { oauthFlow: cookies.oauthFlow.parse(header), pendingLink: cookies.pendingLink.parse(header) };
    const values = new Map<string, string>();
    const keep = (what: keyof typeof cookies, sealed: string | null): void => {
      const cookie = cookies[what];
      values.set(what, sealed === null ? cookie.clear() : cookie.serialize(sealed, { maxAgeSeconds: validSeconds[what] }));
    };
    c.set('request', { ...request, kept });
    c.set('session', {
      ...session,
      keep,
      set: (token, expiresAt) => {
        session.set(token, expiresAt);
        if (kept.pendingLink !== null) keep('pendingLink', null);
      },
    });
    await next();
    for (const value of values.values()) c.header('set-cookie', value, { append: true });
    return undefined;
  };
};
