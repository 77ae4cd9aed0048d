import type { OpenAPIHono } from '@hono/zod-openapi';
import type { OrgContext, RequestContext, SessionCookies } from '@notafter/features';
import { createMiddleware } from 'hono/factory';

/** Passed by the composition root with every request: the resolved caller, and the cookies of the response. */
export interface RestEnvironment {
  Bindings: {
    readonly request: RequestContext;
    readonly session: SessionCookies;
  };
}

/** An operation for members also gets the caller acting in their organization, and the version behind a matching `If-Match`. */
export type MemberEnvironment = RestEnvironment & { Variables: { org: OrgContext; matchedVersion?: number } };

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

/** Marks an operation for members. `admitCaller` has set `org` by then, from what the document says of the operation. */
export const signedIn = createMiddleware<MemberEnvironment>(async (c, next) => {
  if (c.get('org') === undefined) throw new Error('An operation for members must declare its security.');
  await next();
});
