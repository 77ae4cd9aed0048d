import { resolve } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { UNAVAILABLE_RETRY_AFTER_SECONDS } from '@notafter/features';
import { appRouter, createCaller } from '@notafter/trpc';
import { createRequestHandler, type ServerBuild } from '@remix-run/node';
import type { Hono, MiddlewareHandler } from 'hono';
import type { HttpEnv } from './identify.ts';
import { pageSlots } from './page-slots.ts';

export interface RemixOptions {
  readonly loadBuild: () => Promise<ServerBuild>;
  readonly publicUrl: string;
  readonly development: boolean;
}

/** As many as requests have connections. More pages rendered together would time out together and never release their memory. */
const PAGES_AT_ONCE = 10;
const YEAR_SECONDS = 31_536_000;

/** The screens: static files of the build, and Remix for every other path. */
export const mountRemix = (app: Hono<HttpEnv>, { loadBuild, publicUrl, development }: RemixOptions): void => {
  const handle = createRequestHandler(loadBuild, development ? 'development' : 'production');
  const inSlot = pageSlots(PAGES_AT_ONCE);
  app.all('*', async (c) => {
    const asked = c.get('request');
    // Screens are for browsers: a token opens none.
    const actor = asked.actor?.via === 'session' ? asked.actor : null;
    const request = { ...asked, actor };
    const ctx = { request, session: c.get('session') };
    const context = {
      caller: createCaller(ctx),
      api: { router: appRouter, ctx },
      actor,
      nonce: c.get('secureHeadersNonce') ?? '',
      publicUrl,
      log: request.log,
      oauth: {
        github: request.config.identityProviders.includes('github'),
        google: request.config.identityProviders.includes('google'),
      },
      sendsMail: request.config.sendsMail,
    };
    const answer = await inSlot(c.req.raw.signal, () => handle(c.req.raw, context));
    // Remix drops the headers of a failed loader.
    if (answer.status === 503) answer.headers.set('Retry-After', String(UNAVAILABLE_RETRY_AFTER_SECONDS));
    return answer;
  });
};

/** A page's kilobyte of policies has no effect on scripts, of which a first visit fetches dozens. */
const assetHeaders = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** `serveStatic` creates its response before it calls `onFound`: whether headers set there arrive depends on other middleware. */
const withHeaders =
  (headers: Readonly<Record<string, string>>): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (!c.res.ok) return;
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  };

/**
 * Files with a hash in their name are cached for a year; the others are revalidated. Mounted before pages' headers are set and
 * requests are identified.
 */
export const mountStaticFiles = (app: Hono<HttpEnv>, clientDirectory: string): void => {
  const root = resolve(clientDirectory);
  app.use('/assets/*', withHeaders(assetHeaders), serveStatic({ root, precompressed: true }));
  for (const file of ['/favicon.svg', '/robots.txt']) {
    app.use(file, withHeaders({ ...assetHeaders, 'cache-control': 'public, max-age=3600' }), serveStatic({ root }));
  }
};
