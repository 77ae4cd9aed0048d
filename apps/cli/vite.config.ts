import { defineConfig } from 'vite';

/**
 * One file for npm: everything but Node's own modules goes in, commands that are loaded late too. CommonJS, because naming
 * one of Node's modules in an `import` loads all that it could offer, and `require` only what is used.
 */
export default defineConfig({
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rollupOptions: { output: { format: 'cjs', entryFileNames: 'notafter.cjs', inlineDynamicImports: true } },
  },
});
