import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { precompressed } from './vite/precompressed.ts';
import { routeModuleErrors } from './vite/route-module-errors.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
      ignoredRouteFiles: ['**/*.test.{ts,tsx}', '**/*.css'],
    }),
    routeModuleErrors(),
    precompressed(),
  ],
  build: {
    // Fonts and images as data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    // Workspace packages are TypeScript that Node runs as it is; bundling them would give the server a second copy of each.
    rollupOptions: {
      external: isSsrBuild ? [/^@notafter\//] : [],
      // Browsers keep six connections to a host: forty scripts of a few hundred bytes would queue for them.
      output: isSsrBuild ? {} : { experimentalMinChunkSize: 2_000 },
    },
  },
  // Without this list the first page of a development server reloads while Vite finds the dependencies one by one.
  optimizeDeps: { entries: ['app/root.tsx', 'app/entry.client.tsx', 'app/routes/*.tsx'] },
}));
