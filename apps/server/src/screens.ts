import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '@remix-run/node';

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
  const buildUrl = import.meta.resolve('@notafter/web/build');
  const build: ServerBuild = await import(buildUrl);
  return { loadBuild: async () => build, clientDirectory: fileURLToPath(new URL('../client/', buildUrl)) };
};
