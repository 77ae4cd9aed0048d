import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { explained } from './start-error.ts';

/** The Remix app of this process. */
export interface Screens {
  readonly loadBuild: () => Promise<ServerBuild>;
  /** Absolute; null if `before` serves the browser's files. */
  readonly clientDirectory: string | null;
  /** Handles every request first (Vite in development). */
  readonly before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

/** The screens as built by `turbo run build`. */
export const screensFromBuild = async (): Promise<Screens> => {
  // Resolved at run time: types are checked before anything is built.
  const find = createRequire(import.meta.url).resolve;
  const file = await explained('The screens are not built: start with npm start, or run npm run build.', () => find('@notafter/web/build'));
  const build: ServerBuild = await import(pathToFileURL(file).href);
  return { loadBuild: async () => build, clientDirectory: join(dirname(file), '../client') };
};
