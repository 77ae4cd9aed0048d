import { createHash } from 'node:crypto';
import { DomainError } from '@notafter/domain';
import { beginIdempotent, finishIdempotent, type IdempotencyClaim, type IdempotentAnswer } from '@notafter/features';
import type { Context, MiddlewareHandler } from 'hono';
import type { FindOperation } from './openapi/operation-finder.ts';
import type { RestContext, RestEnvironment } from './rest-environment.ts';

const HEADER = 'Idempotency-Key';
const keyPattern = /^[\x21-\x7e]{1,255}$/;
const KEY_MESSAGE = 'must be 1 to 255 visible ASCII characters';
/** Headers repeated with status and body. All others belong to the current response. */
const storedHeaders = ['Content-Type', 'Location', 'Preference-Applied'];

const fingerprintOf = async (c: Context): Promise<string> => {
  const { pathname, search } = new URL(c.req.url);
  const hash = createHash('sha256').update(`${c.req.method}\n${pathname.replace(/\/$/, '')}${search}\n`);
  return hash.update(new Uint8Array(await c.req.arrayBuffer())).digest('base64url');
};

const storable = async (answer: Response): Promise<IdempotentAnswer> => ({
  status: answer.status,
  headers: Object.fromEntries(storedHeaders.flatMap((name) => [[name, answer.headers.get(name)] as const].filter(isGiven))),
  body: await answer.clone().text(),
});
const isGiven = (entry: readonly [string, string | null]): entry is readonly [string, string] => entry[1] !== null;

/** Hands the claim to the use case, and watches whether it sets a cookie. */
const claimed = (c: RestContext, claim: IdempotencyClaim): { readonly setsCookie: () => boolean } => {
  let sets = false;
  const { request, session } = c.env;
  const { setOAuth } = session;
  c.env = {
    request: { ...request, idempotency: claim },
    session: {
      set: (token, expiresAt) => {
        sets = true;
        session.set(token, expiresAt);
      },
      clear: () => {
        sets = true;
        session.clear();
      },
      ...(setOAuth === undefined ? {} : { setOAuth }),
    },
  };
  const org = c.get('org');
  if (org !== undefined) c.set('org', { ...org, idempotency: claim });
  return { setsCookie: () => sets };
};

/**
 * `Idempotency-Key` on a POST: a request that is sent again within 24 hours gets the first answer and changes nothing. An answer
 * with a session is not stored, so signing in again signs in again.
 */
export const answerOnce =
  (findOperation: FindOperation): MiddlewareHandler<RestEnvironment> =>
  async (c, next) => {
    const key = c.req.header(HEADER);
    if (key === undefined || c.req.method !== 'POST' || findOperation(c) === null) return next();
    if (!keyPattern.test(key)) throw new DomainError('invalid_input', { details: [{ path: HEADER, message: KEY_MESSAGE }] });
    const { request } = c.env;
    const begun = await beginIdempotent(request, { key, fingerprint: await fingerprintOf(c) });
    if ('answer' in begun) {
      const { status, headers, body } = begun.answer;
      return new Response(body, { status, headers: { ...headers, 'Idempotency-Replayed': 'true' } });
    }
    const { setsCookie } = claimed(c, begun.claim);
    await next();
    // The caller has earned the answer; without a stored one a repeat is refused, not run.
    await finishIdempotent(request, begun.claim, setsCookie() ? null : await storable(c.res)).catch((error: unknown) =>
      request.log.error({ err: error }, 'answer of an idempotent request not stored'),
    );
    return undefined;
  };
