import type { HttpBindings } from '@hono/node-server';
import { isSameSiteWrite, sessionCookie } from '@notafter/auth';
import { DomainError, type Log, toErrorEnvelope } from '@notafter/domain';
import { type GivenCredential, openCredential, type RequestContext, type SessionCookies, type SystemContext } from '@notafter/features';
import type { Context, MiddlewareHandler, Next } from 'hono';
import type { ClientIp } from './client-ip.ts';
import { givenCredential } from './given-credential.ts';
import { rateHeaders } from './rate-headers.ts';
import { credentialInBody } from './service-calls.ts';

const TOO_MANY_REQUESTS = 'Too many requests. Please wait and try again.';

/** The state of every request of this server. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; request: RequestContext; session: SessionCookies; secureHeadersNonce?: string };
}

interface IdentifyOptions {
  readonly system: SystemContext;
  readonly publicUrl: string;
  readonly clientIp: ClientIp;
}

/** Log lines of a request contain its ID, so that a client's report can be found. */
const withRequestId = (log: Log, requestId: string): Log => ({
  debug: (fields, message) => log.debug({ request_id: requestId, ...fields }, message),
  info: (fields, message) => log.info({ request_id: requestId, ...fields }, message),
  warn: (fields, message) => log.warn({ request_id: requestId, ...fields }, message),
  error: (fields, message) => log.error({ request_id: requestId, ...fields }, message),
});

const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** A script with a credential. Cookies are ignored, and none are set. */
const serveCredential = async (c: Context<HttpEnv>, next: Next, nobody: RequestContext, given: GivenCredential): Promise<void> => {
  const { actor, rate } = await openCredential(nobody, given);
  const headers = Object.entries(rateHeaders(rate));
  if (rate.exceeded) {
    for (const [name, value] of headers) c.header(name, value);
    throw new DomainError('rate_limited', { message: TOO_MANY_REQUESTS, retryAfterSeconds: rate.resetSeconds });
  }
  c.set('session', { set: () => undefined, clear: () => undefined });
  c.set('request', { ...nobody, actor });
  await next();
  for (const [name, value] of headers) c.header(name, value);
};

/**
 * Resolves the caller, once per request. A token or an API key in a header wins over a cookie, and a wrong one is rejected; so does a
 * token in the body of a data-service call. Without
 * one, the cookie counts, and its writes from other sites are rejected. Sets the cookies of use cases and of extended sessions on
 * the response, for any transport.
 */
export const identify = ({ system, publicUrl, clientIp }: IdentifyOptions): MiddlewareHandler<HttpEnv> => {
  const cookie = sessionCookie(publicUrl);
  return async (c, next) => {
    const headers = c.req.raw.headers;
    const requestId = c.get('requestId');
    const nobody: RequestContext = {
      ...system,
      log: withRequestId(system.log, requestId),
      requestId,
      actor: null,
      origin: {
        ip: clientIp(c.env.incoming?.socket.remoteAddress, headers.get('x-forwarded-for')),
        userAgent: headers.get('user-agent')?.slice(0, 300) ?? null,
      },
    };
    const given = givenCredential(headers) ?? (await credentialInBody(c.req.raw));
    if (given !== null) return serveCredential(c, next, nobody, given);
    const token = cookie.parse(headers.get('cookie'));
    // Browsers send the origin of a write; scripts send neither a cookie nor these headers.
    const fromBrowser = token !== null || headers.has('sec-fetch-site') || headers.has('origin');
    if (isWrite(c.req.method) && fromBrowser && !isSameSiteWrite(headers, publicUrl)) {
      const refusal = new DomainError('cross_site');
      return c.json(toErrorEnvelope(refusal, requestId), refusal.status);
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
    c.set('request', { ...nobody, actor: resolved?.actor ?? null });
    await next();
    for (const value of cookies) c.header('set-cookie', value, { append: true });
    return undefined;
  };
};
