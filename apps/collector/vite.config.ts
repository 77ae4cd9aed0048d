import { defineConfig } from 'vite';

/** One file for npm. SQLite is native and comes as a dependency; everything else is inside. */
export default defineConfig({
  ssr: { noExternal: true, external: ['better-sqlite3'], target: 'node' },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      external: ['better-sqlite3'],
      output: { format: 'cjs', entryFileNames: 'notafter-collector.cjs', inlineDynamicImports: true },
    },
  },
});
