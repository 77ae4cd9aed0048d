import { DomainError, IMPORT_MAX_BYTES, IMPORT_TOO_LARGE, toErrorEnvelope } from '@notafter/domain';
import { appRouter } from '@notafter/trpc';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { HttpEnv } from './identify.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** Per request: some screens make a dozen calls at once, none makes hundreds. */
const MAX_BATCH = 50;
const importPaths = new Set(['/api/trpc/certificates.import', '/api/trpc/collectors.importBundles']);

/** `/api/trpc`: the shared router for the browser. JSON only, so that a form of another site cannot call it. */
export const mountTrpc = (app: Hono<HttpEnv>): void => {
  const limitBody = (maxSize: number, tooLarge = new DomainError('body_too_large')): MiddlewareHandler<HttpEnv> =>
    bodyLimit({ maxSize, onError: (c) => c.json(toErrorEnvelope(tooLarge, c.get('requestId')), tooLarge.status) });
  const bodies = limitBody(MAX_BODY_BYTES);
  const imports = limitBody(IMPORT_MAX_BYTES, new DomainError('body_too_large', { message: IMPORT_TOO_LARGE }));
  app.use('/api/trpc/*', (c, next) => {
    // An import without a session is rejected, but not before its body was read.
    const takesImport = importPaths.has(c.req.path) && c.get('request').actor !== null;
    return takesImport ? imports(c, next) : bodies(c, next);
  });
  app.all('/api/trpc/*', (c) =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req: c.req.raw,
      router: appRouter,
      maxBatchSize: MAX_BATCH,
      createContext: () => ({ request: c.get('request'), session: c.get('session') }),
      responseMeta: ({ errors }) => {
        const waits = errors.flatMap(({ cause }) =>
          cause instanceof DomainError && cause.retryAfterSeconds !== null ? [cause.retryAfterSeconds] : [],
        );
        const headers: Record<string, string> = { 'cache-control': 'no-store' };
        if (waits.length > 0) headers['retry-after'] = String(Math.max(...waits));
        return { headers };
      },
    }),
  );
};
