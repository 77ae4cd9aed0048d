import { DomainError } from '@notafter/domain';
import type { GivenCredential } from '@notafter/features';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';

/** The data-service calls of old clients, which send their credentials in the body. A resize was always below /v1. */
const legacyCall = /^\/services\/(deploy|list|terminate)\/?$/;
const documentedCall = /^\/v1\/services\/(deploy|list|terminate|resize)\/?$/;
const isServiceCall = (path: string): boolean => legacyCall.test(path) || documentedCall.test(path);

const BODY_MAX_BYTES = 64 * 1024;

const credentials = z.object({ token: z.string(), org_id: z.string().nullish() });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The operation refuses it with the place of the fault.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** The token in the body of a data-service call; null for any other request. */
export const credentialInBody = async (request: Request): Promise<GivenCredential | null> => {
  if (request.method !== 'POST' || !isServiceCall(new URL(request.url).pathname)) return null;
  const length = Number(request.headers.get('content-length') ?? 0);
  if (length === 0 || length > BODY_MAX_BYTES || request.headers.get('content-type')?.includes('json') !== true) return null;
  const given = credentials.safeParse(jsonOf(await request.clone().text()));
  return given.success ? { as: 'token', secret: given.data.token, orgId: given.data.org_id ?? null } : null;
};

/** The documented path of a call at its old one; null for any other path. GET stays with the screens, whose paths begin alike. */
export const documentedPathOf = (path: string): string | null => {
  const call = legacyCall.exec(path);
  return call === null ? null : `/v1/services/${call[1]}`;
};

/** On the host of the data services, nothing but their calls is answered. */
export const onlyServiceCallsAt =
  (host: string): MiddlewareHandler =>
  async (c, next) => {
    const asked = (c.req.header('host') ?? '').replace(/:\d+$/, '').toLowerCase();
    if (asked === host.toLowerCase() && !isServiceCall(c.req.path)) throw new DomainError('not_found');
    return next();
  };
