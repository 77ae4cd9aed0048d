import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { explained } from './start-error.ts';

/** The Remix app as this process serves it. */
export interface Screens {
  readonly loadBuild: () => Promise<ServerBuild>;
  /** Absolute; null where `before` serves the browser's files. */
  readonly clientDirectory: string | null;
  /** Sees every request first (Vite in development). */
  readonly before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

/** The screens as `turbo run build` made them. */
export const screensFromBuild = async (): Promise<Screens> => {
  // Named at run time: types are checked before anything is built.
  const find = createRequire(import.meta.url).resolve;
  const file = await explained('The screens are not built: start with npm start, or run npm run build.', () => find('@notafter/web/build'));
  const build: ServerBuild = await import(pathToFileURL(file).href);
  return { loadBuild: async () => build, clientDirectory: join(dirname(file), '../client') };
};
