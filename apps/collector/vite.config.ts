import { defineConfig } from 'vite';

/** One file for npm. SQLite is native and comes as a dependency, and Drizzle with it; everything else is inside. */
export default defineConfig({
  ssr: { noExternal: true, external: ['better-sqlite3', 'drizzle-orm'], target: 'node' },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      external: [/^better-sqlite3$/, /^drizzle-orm(?:\/|$)/],
      output: { format: 'cjs', entryFileNames: 'notafter-collector.cjs', inlineDynamicImports: true },
    },
  },
});
