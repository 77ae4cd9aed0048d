import type { SystemContext } from '@notafter/features';
import { createRestApp } from '@notafter/rest';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Screens } from '../screens.ts';
import { mountAvatars } from './avatars.ts';
import type { ClientIp } from './client-ip.ts';
import { mountHealth } from './health.ts';
import { type HttpEnv, identify } from './identify.ts';
import { type Metrics, mountMetrics } from './metrics.ts';
import { mountRemix, mountStaticFiles } from './remix.ts';
import { securityHeaders } from './security-headers.ts';
import { mountTrpc } from './trpc.ts';

export interface HttpAppOptions {
  readonly system: SystemContext;
  readonly publicUrl: string;
  readonly development: boolean;
  readonly clientIp: ClientIp;
  readonly metrics: Metrics;
  readonly metricsToken: string | null;
  readonly checkReady: () => Promise<void>;
  /** Null where this process does not serve screens. */
  readonly screens: Pick<Screens, 'loadBuild' | 'clientDirectory'> | null;
  readonly rest: boolean;
}

/** Every path that this process answers; which ones depends on its role. */
export const createHttpApp = (options: HttpAppOptions): Hono<HttpEnv> => {
  const { system, publicUrl, development, screens } = options;
  const app = new Hono<HttpEnv>();
  app.use(options.metrics.observeRequests);
  mountHealth(app, options.checkReady);
  mountMetrics(app, options.metrics, options.metricsToken);
  app.use(compress());
  app.use(securityHeaders({ https: publicUrl.startsWith('https:'), development }));
  if (screens?.clientDirectory) mountStaticFiles(app, screens.clientDirectory);
  app.use(identify({ system, publicUrl, clientIp: options.clientIp }));
  if (options.rest) {
    const rest = createRestApp();
    app.all('/v1/*', (c) => rest.fetch(c.req.raw, { request: c.get('request'), session: c.get('session') }));
  }
  if (screens !== null) {
    mountTrpc(app);
    mountAvatars(app);
    mountRemix(app, { loadBuild: screens.loadBuild, publicUrl, development });
  }
  app.onError((error, c) => {
    system.log.error({ err: error, path: c.req.path }, 'request failed');
    return c.json(
      {
        error: 'Something went wrong on our side. Please try again.',
        message: 'Something went wrong on our side. Please try again.',
        code: 'internal',
      },
      500,
    );
  });
  return app;
};
