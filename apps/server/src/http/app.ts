import { DomainError, toErrorEnvelope } from '@notafter/domain';
import { documentedErrorOf, type SystemContext } from '@notafter/features';
import { answerError, createRestApp } from '@notafter/rest';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import type { Screens } from '../screens.ts';
import { mountAvatars } from './avatars.ts';
import { cachePublicAnswers } from './cached-answers.ts';
import type { ClientIp } from './client-ip.ts';
import { compressJson } from './compress-json.ts';
import { errorPage } from './error-page.ts';
import { mountFavicons } from './favicons.ts';
import { mountHealth, type Readiness } from './health.ts';
import { type HttpEnv, identify } from './identify.ts';
import { type Metrics, mountMetrics } from './metrics.ts';
import { handleOAuthCookies } from './oauth-cookies.ts';
import { isolatePictures, showElsewhere } from './pictures.ts';
import { mountRemix, mountStaticFiles } from './remix.ts';
import { securityHeaders } from './security-headers.ts';
import { documentedPathOf, onlyServiceCallsAt } from './service-calls.ts';
import { mountTrpc } from './trpc.ts';
import { closeUnreadBody } from './unread-body.ts';

export interface HttpAppOptions {
  readonly system: SystemContext;
  readonly publicUrl: string;
  readonly development: boolean;
  readonly clientIp: ClientIp;
  readonly metrics: Metrics;
  readonly metricsToken: string | null;
  readonly readiness: Readiness;
  /** A host name that answers the data-service calls only. */
  readonly servicesHost: string | null;
  /** Null if this process does not serve screens. */
  readonly screens: Pick<Screens, 'loadBuild' | 'clientDirectory'> | null;
  readonly rest: boolean;
}

const REQUEST_ID_MAX_LENGTH = 128;
const BADGES = '/v1/status/:address/badge.svg';

/** Routes every path of this process, depending on its role. */
export const createHttpApp = (options: HttpAppOptions): Hono<HttpEnv> => {
  const { system, publicUrl, development, screens } = options;
  const app = new Hono<HttpEnv>();
  app.use(options.metrics.observeRequests);
  app.use(closeUnreadBody);
  app.use(requestId({ limitLength: REQUEST_ID_MAX_LENGTH }));
  app.use(async (c, next) => {
    await next();
    // Responses of mounted apps replace the headers that were set before them.
    c.header('X-Request-Id', c.get('requestId'));
  });
  // A balancer that keeps connections open opens its next one to another process.
  app.use(async (c, next) => {
    await next();
    if (options.readiness.stopping()) c.header('Connection', 'close');
  });
  mountHealth(app, options.readiness);
  mountMetrics(app, options.metrics, { token: options.metricsToken, publicUrl });
  app.use(compress());
  app.use(compressJson);
  if (screens?.clientDirectory) mountStaticFiles(app, screens.clientDirectory);
  for (const path of ['/avatars/*', '/favicons/*', BADGES]) app.use(path, isolatePictures);
  app.use(BADGES, showElsewhere);
  app.use(securityHeaders({ https: publicUrl.startsWith('https:'), development }));
  if (options.servicesHost !== null) app.use(onlyServiceCallsAt(options.servicesHost));
  app.use(identify({ system, publicUrl, clientIp: options.clientIp }));
  app.use(handleOAuthCookies(publicUrl));
  for (const path of ['/status/:address', '/v1/status/*']) app.use(path, cachePublicAnswers(system.clock));
  if (options.rest) {
    const rest = createRestApp();
    app.all('/v1/*', (c) => rest.fetch(c.req.raw, { request: c.get('request'), session: c.get('session') }));
    app.post('/services/*', (c, next) => {
      const path = documentedPathOf(c.req.path);
      if (path === null) return next();
      return rest.fetch(new Request(new URL(path, c.req.url), c.req.raw), { request: c.get('request'), session: c.get('session') });
    });
  }
  if (screens !== null) {
    mountTrpc(app);
    mountAvatars(app);
    mountFavicons(app);
    mountRemix(app, { loadBuild: screens.loadBuild, publicUrl, development });
  }
  app.onError((error, c) => {
    const documented = documentedErrorOf(error) ?? new DomainError('internal');
    if (!(error instanceof DomainError) && documented.status >= 500)
      system.log.error({ err: error, path: routePath(c, -1), request_id: c.get('requestId') }, 'request failed');
    // For requests refused before routing, for example for a wrong token.
    if (c.req.path.startsWith('/v1/')) return answerError(c, documented, c.get('requestId'));
    if (documented.retryAfterSeconds !== null) c.header('retry-after', String(documented.retryAfterSeconds));
    const forPeople = c.req.header('accept')?.includes('text/html') === true;
    return forPeople
      ? c.html(errorPage(documented), documented.status)
      : c.json(toErrorEnvelope(documented, c.get('requestId')), documented.status);
  });
  return app;
};
