import type { OpenAPIHono } from '@hono/zod-openapi';
import { type KeptTexts, type OrgContext, openOrganization, type RequestContext } from '@notafter/features';
import { createMiddleware } from 'hono/factory';

/** The transport's way to hand a session to a browser; the composition root knows the cookie's name and flags. */
export interface SessionCookies {
  set(token: string, expiresAt: Date): void;
  clear(): void;
  /** Has the browser keep a sealed text, or with null forget it. Absent where no browser asks. */
  readonly keep?: (what: keyof KeptTexts, sealed: string | null) => void;
}

/** What the composition root hands in with every request: who is asking, resolved, and where cookies go. */
export interface RestEnvironment {
  Bindings: {
    readonly request: RequestContext;
    readonly session: SessionCookies;
  };
}

export type RestRouter = OpenAPIHono<RestEnvironment>;

/** Registers one operation, or the few of one small resource. */
export type ServeOperation = (app: RestRouter) => void;

/**
 * For every GET that changes something: HEAD, which Hono answers by the same handler, ends here and changes nothing. After
 * `signedIn`, so that a stranger learns no more than by GET.
 */
export const readsOnlyByHead = createMiddleware<RestEnvironment>(async (c, next) => {
  if (c.req.method === 'HEAD') return c.body(null, 200);
  return next();
});

/** Stands before the validators of every operation for members, so that a stranger learns 401 and nothing of the input's form. */
export const signedIn = createMiddleware<RestEnvironment & { Variables: { org: OrgContext } }>(async (c, next) => {
  c.set('org', await openOrganization(c.env.request));
  await next();
});
