import { defineConfig } from 'vite';

/**
 * One file for npm with everything but Node's own modules, including commands that are loaded on demand. CommonJS, because
 * `import` of a Node module loads all it could export, and `require` only what is used.
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
