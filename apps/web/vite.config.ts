import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { mantineStyles } from './vite/mantine-styles.ts';
import { precompressed } from './vite/precompressed.ts';
import { sharedChunks } from './vite/shared-chunks.ts';

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
      // The page of the kit is for development.
      ignoredRouteFiles: ['**/*.test.{ts,tsx}', '**/*.css', ...(command === 'build' ? ['**/dev.*'] : [])],
    }),
    sharedChunks(),
    mantineStyles(),
    precompressed(),
  ],
  build: {
    // Browsers of 2023 on, as Vite takes them from its seventh version: older targets turn private fields, of which the query cache has dozens, into maps.
    target: ['chrome107', 'edge107', 'firefox104', 'safari16'],
    // Fonts and images as data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    // Workspace packages are TypeScript that Node runs as it is; bundling them would give the server a second copy of each.
    rollupOptions: {
      external: isSsrBuild ? [/^@notafter\//] : [],
      // tRPC's packages are not marked as free of side effects, and would be bundled whole, with their socket code.
      treeshake: isSsrBuild ? true : { moduleSideEffects: (id) => !/\/node_modules\/@trpc\//.test(id) },
    },
  },
  // Without this list the first page of a development server reloads while Vite finds the dependencies one by one.
  optimizeDeps: { entries: ['app/root.tsx', 'app/entry.client.tsx', 'app/routes/*.tsx'] },
}));
