import type { ServerBuild } from '@remix-run/node';
import type { Screens } from '../screens.ts';

const future = {
  v3_fetcherPersist: true,
  v3_lazyRouteDiscovery: true,
  v3_relativeSplatPath: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
};

const build: ServerBuild = {
  mode: 'production',
  entry: {
    module: {
      default: (_request, status, headers, _context, { nonce }) => {
        headers.set('content-type', 'text/html; charset=utf-8');
        return new Response(`<!doctype html><title>Plain</title><script nonce="${nonce}"></script>`, { status, headers });
      },
    },
  },
  routes: {
    root: { id: 'root', path: '', module: { default: () => null } },
    // A resource route: its loader returns the caller, its action confirms that it ran.
    who: {
      id: 'who',
      parentId: 'root',
      path: 'who',
      module: {
        default: undefined,
        loader: ({ context }) => Response.json({ email: context.actor?.email ?? null }),
        action: () => Response.json({ acted: true }),
      },
    },
  },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  future,
  isSpaMode: false,
};

/** A Remix build of one empty page and one resource route, for tests of HTTP and not of screens. */
export const plainScreens: Screens = { loadBuild: async () => build, clientDirectory: null };
