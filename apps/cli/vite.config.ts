import { defineConfig } from 'vite';

/** One file for npm: everything but Node's own modules goes in, commands that are loaded late too. */
export default defineConfig({
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rollupOptions: { output: { entryFileNames: 'notafter.mjs', inlineDynamicImports: true } },
  },
});
