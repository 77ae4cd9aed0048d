import type { HttpBindings } from '@hono/node-server';
import { isSameSiteWrite, sessionCookie } from '@notafter/auth';
import { DomainError, toErrorEnvelope } from '@notafter/domain';
import type { RequestContext, SystemContext } from '@notafter/features';
import type { SessionCookies } from '@notafter/trpc';
import type { MiddlewareHandler } from 'hono';
import type { ClientIp } from './client-ip.ts';

/** What every route of this server knows about the request it serves. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { request: RequestContext; session: SessionCookies; secureHeadersNonce?: string };
}

interface IdentifyOptions {
  readonly system: SystemContext;
  readonly publicUrl: string;
  readonly clientIp: ClientIp;
}

const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Resolves who is asking, once per request, and refuses writes that another site makes with this browser's cookie.
 * Cookies set by use cases or by an extended session are put on the answer here, whichever transport made it.
 */
export const identify = ({ system, publicUrl, clientIp }: IdentifyOptions): MiddlewareHandler<HttpEnv> => {
  const cookie = sessionCookie(publicUrl);
  return async (c, next) => {
    const headers = c.req.raw.headers;
    const token = cookie.parse(headers.get('cookie'));
    // Browsers name where a write comes from; scripts that send neither cookie nor these headers are nobody's browser.
    const fromBrowser = token !== null || headers.has('sec-fetch-site') || headers.has('origin');
    if (isWrite(c.req.method) && fromBrowser && !isSameSiteWrite(headers, publicUrl)) {
      const refusal = new DomainError('cross_site');
      return c.json(toErrorEnvelope(refusal), refusal.status);
    }
    const resolved = token === null ? null : await system.auth.resolveSession(system.db, token);
    const cookies: string[] = [];
    const session: SessionCookies = {
      set: (newToken, expiresAt) => {
        cookies.push(cookie.serialize(newToken, expiresAt));
      },
      clear: () => {
        cookies.push(cookie.clear());
      },
    };
    if (token !== null && resolved?.extendedUntil) session.set(token, resolved.extendedUntil);
    c.set('session', session);
    c.set('request', {
      ...system,
      actor: resolved?.actor ?? null,
      origin: {
        ip: clientIp(c.env.incoming?.socket.remoteAddress, headers.get('x-forwarded-for')),
        userAgent: headers.get('user-agent')?.slice(0, 300) ?? null,
      },
    });
    await next();
    for (const value of cookies) c.header('set-cookie', value, { append: true });
    return undefined;
  };
};
