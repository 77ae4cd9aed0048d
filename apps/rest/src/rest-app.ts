import { OpenAPIHono } from '@hono/zod-openapi';
import { BUNDLE_MAX_BYTES, DomainError, IMPORT_MAX_BYTES, IMPORT_TOO_LARGE } from '@notafter/domain';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { routePath } from 'hono/route';
import { admitCaller, refuseUnknownInput } from './admission.ts';
import { answerOnce } from './answer-once.ts';
import { answerConditionally, checkPrecondition } from './conditional-requests.ts';
import { announceDeprecation } from './deprecations.ts';
import { serveReference } from './docs/serve-reference.ts';
import { answerError, restErrorOf } from './errors/answer-error.ts';
import { refuseBadInput } from './errors/input-problems.ts';
import { limitBundles } from './limit-bundles.ts';
import { openApiDocument } from './openapi/document.ts';
import { createOperationFinder } from './openapi/operation-finder.ts';
import type { RestEnvironment, RestRouter } from './rest-environment.ts';
import { serveOauth } from './v1/accounts/oauth/oauth.ts';
import { serveCalendarFeed } from './v1/certificates/calendar/feed.ts';
import { BUNDLES_PATH, serveCollectorCalls } from './v1/collectors/collector-calls.ts';
import { operations, serveOperations } from './v1/operations.ts';
import { serveStatusFiles } from './v1/public-status/files.ts';
import { serveMachineCalls } from './v1/services/machine-calls.ts';

/** Every content type that the operation at this route takes, as the document names them. */
const bodyTypesOf = (app: RestRouter, method: string, pattern: string): string[] => {
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { route } = definition;
    const isAsked = route.method === method.toLowerCase() && route.path.replaceAll(/\{(.+?)\}/g, ':$1') === pattern;
    if (isAsked) return Object.keys(route.request?.body?.content ?? {});
  }
  return [];
};

const MAX_BODY_BYTES = 1024 * 1024;

const limitBody = (maxSize: number, message?: string): MiddlewareHandler =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new DomainError('body_too_large', message === undefined ? {} : { message });
    },
  });

const DOCUMENT_PATH = '/v1/openapi.json';

/** The document is the same for everyone, so tools on other sites may read it. No other answer has CORS headers. */
const anyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match',
  'Access-Control-Expose-Headers': 'ETag, X-Request-Id',
};

/**
 * The documented `/v1` paths. The composition root calls `fetch(request, { request, session })` with the request's
 * context; cookies, origin checks and security headers are its business. Every answer is JSON, errors in one envelope.
 */
export const createRestApp = (): RestRouter => {
  // Not strict: `/v1/certificates/list/` is the same path as without the slash.
  const app = new OpenAPIHono<RestEnvironment>({ strict: false, defaultHook: refuseBadInput });

  app.onError((error, c) => {
    const documented = restErrorOf(error, () => bodyTypesOf(app, c.req.method, routePath(c, -1))) ?? new DomainError('internal');
    const expected = error instanceof DomainError || documented.status < 500;
    // The route's pattern, not the address: that one may hold a one-time token.
    if (!expected) c.env.request.log.error({ err: error, method: c.req.method, route: routePath(c, -1) }, 'request failed');
    return answerError(c, documented, c.env.request.requestId);
  });
  app.notFound((c) => answerError(c, new DomainError('not_found'), c.env.request.requestId));

  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allow = { Allow: [...methods, 'OPTIONS'].join(', ') };
        // A new answer: the one that Hono hands over has the type of the error's body.
        if (c.req.method === 'OPTIONS') {
          return new Response(null, { status: 204, headers: { ...allow, ...(c.req.path === DOCUMENT_PATH ? anyOrigin : {}) } });
        }
        c.header('Allow', allow.Allow);
        return answerError(c, new DomainError('method_not_allowed'), c.env.request.requestId);
      },
    }),
  );
  const document = openApiDocument();
  const findOperation = createOperationFinder(operations);
  app.use(admitCaller(findOperation));
  const [bodies, imports] = [limitBody(MAX_BODY_BYTES), limitBody(IMPORT_MAX_BYTES, IMPORT_TOO_LARGE)];
  const bundles = limitBundles(limitBody(BUNDLE_MAX_BYTES));
  // Callers are admitted by now: only an admin on a plan with imports can send that much. A bundle admits itself, by its signature.
  app.use((c, next) => {
    const id = findOperation(c)?.id;
    if (id === 'importCertificates' || id === 'importBundles') return imports(c, next);
    return c.req.path === BUNDLES_PATH ? bundles(c, next) : bodies(c, next);
  });
  app.use(refuseUnknownInput(findOperation));
  app.use(announceDeprecation(findOperation));
  app.use(answerOnce(findOperation));
  app.use(checkPrecondition(app, findOperation));
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  app.use(answerConditionally);

  serveOperations(app);
  serveCalendarFeed(app);
  serveStatusFiles(app);
  serveMachineCalls(app);
  serveCollectorCalls(app);
  serveOauth(app);
  app.get(DOCUMENT_PATH, (c) => c.json(document, 200, { 'Cache-Control': 'no-cache', ...anyOrigin }));
  serveReference(app, document);
  return app;
};
