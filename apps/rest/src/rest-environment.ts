import type { OpenAPIHono } from '@hono/zod-openapi';
import type { OrgContext, RequestContext, SessionCookies } from '@notafter/features';
import type { Context } from 'hono';

/** Passed by the composition root with every request: the resolved caller, and the cookies of the response. */
export interface RestEnvironment {
  Bindings: {
    readonly request: RequestContext;
    readonly session: SessionCookies;
  };
  Variables: {
    /** The caller acting in their organization. `admitCaller` sets it for the operations of members. */
    org?: OrgContext;
    /** The version behind a matching `If-Match`. */
    matchedVersion?: number;
  };
}

export type RestRouter = OpenAPIHono<RestEnvironment>;
export type RestContext = Context<RestEnvironment>;

/** Returns the organization that the caller acts in. Throws a fault of ours in an operation that is not for members. */
export const orgOf = (c: RestContext): OrgContext => {
  const org = c.get('org');
  if (org === undefined) throw new Error('Only operations for members have an organization.');
  return org;
};
