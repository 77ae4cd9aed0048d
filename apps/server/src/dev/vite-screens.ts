import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { createServer } from 'vite';
import type { Screens } from '../screens.ts';

const isServerBuild = (module: object): module is ServerBuild => 'entry' in module && 'routes' in module;

/** The screens directly from their sources, reloaded in the browser when they change. */
export const screensFromSources = async (): Promise<Screens & { close(): Promise<void> }> => {
  const root = fileURLToPath(new URL('../../../web/', import.meta.url));
  const vite = await createServer({ root, configFile: `${root}vite.config.ts`, server: { middlewareMode: true }, appType: 'custom' });
  return {
    loadBuild: async () => {
      const build = await vite.ssrLoadModule('virtual:remix/server-build');
      if (!isServerBuild(build)) throw new Error('Vite made no Remix server build.');
      return build;
    },
    clientDirectory: null,
    before: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  };
};
