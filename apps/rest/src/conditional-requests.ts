import { createHash } from 'node:crypto';
import { DomainError } from '@notafter/domain';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { FindOperation } from './openapi/operation-finder.ts';
import type { RestContext, RestEnvironment, RestRouter } from './rest-environment.ts';

const HASH_LENGTH = 27;

/** The tags of a header, without the `W/` that a compressed answer has. `*` stays as it is. */
const tagsOf = (header: string): readonly string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Files are streamed a page at a time; nothing of them is kept in memory to make a tag of. */
const isWhole = ({ status, headers }: Response): boolean =>
  status === 200 && headers.get('Content-Type')?.startsWith('application/json') === true && !headers.has('Content-Disposition');

/** Gives each answer of a read its ETag, and answers 304 where the caller has that answer already. */
export const answerConditionally: MiddlewareHandler<RestEnvironment> = async (c, next) => {
  await next();
  const answer = c.res;
  if (!isRead(c.req.method) || !isWhole(answer)) return;
  const body = await answer.text();
  const { headers } = answer;
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, HASH_LENGTH)}"`;
  headers.set('ETag', tag);
  // The caller may keep it, and asks each time whether it still holds.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache');
  const known = tagsOf(c.req.header('If-None-Match') ?? '');
  const isKnown = known.includes(tag) || known.includes('*');
  if (isKnown) headers.delete('Content-Type');
  // Hono would copy the headers of the answer that is replaced.
  c.res = undefined;
  c.res = isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { status: 200, headers });
};

const versioned = z.object({ version: z.int() });
const withVersion = z.union([
  versioned,
  z
    .record(z.string(), z.unknown())
    .transform((body) => Object.values(body)[0])
    .pipe(versioned),
]);

/** Returns the answer of the read at the same path, or at the nearest path above it; null without one. */
const readOwn = async (app: RestRouter, c: RestContext): Promise<Response | null> => {
  const url = new URL(c.req.url);
  url.search = '';
  const headers = new Headers(c.req.raw.headers);
  for (const name of ['If-Match', 'If-None-Match', 'Content-Type', 'Content-Length']) headers.delete(name);
  for (const path = url.pathname.replace(/\/$/, '').split('/'); path.length > 2; path.pop()) {
    url.pathname = path.join('/');
    const answer = await app.fetch(new Request(url, { headers }), c.env);
    if (answer.status === 200) return answer;
    await answer.body?.cancel();
  }
  return null;
};

/**
 * `If-Match` on a write: 412 unless the caller's ETag is still what the read answers. A `version` in that answer goes along
 * with the write, so that a change between here and there is refused too.
 */
export const checkPrecondition =
  (app: RestRouter, findOperation: FindOperation): MiddlewareHandler<RestEnvironment> =>
  async (c, next) => {
    const given = c.req.header('If-Match');
    if (given !== undefined && !isRead(c.req.method) && findOperation(c)?.forMembers === true) {
      const own = await readOwn(app, c);
      const tag = own?.headers.get('ETag') ?? null;
      const tags = tagsOf(given);
      if (own === null || tag === null || !(tags.includes('*') || tags.includes(tag))) throw new DomainError('precondition_failed');
      const { data } = withVersion.safeParse(await own.json());
      if (data !== undefined) c.set('matchedVersion', data.version);
    }
    await next();
  };
