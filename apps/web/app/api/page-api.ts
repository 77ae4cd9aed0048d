import type { AppRouter } from '@notafter/trpc';
import type { QueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';
import { createQueryClient } from './query-client.ts';
import { createBrowserClient } from './trpc.ts';

/** The query cache of a page and the client that fills it. */
export interface PageApi {
  readonly queries: QueryClient;
  readonly client: TRPCClient<AppRouter>;
}

export const createPageApi = (): PageApi => ({ queries: createQueryClient(), client: createBrowserClient() });

let ofBrowser: PageApi | null = null;

/** Returns the one API of the browser's page, which components and client loaders share. On the server, each render gets its own. */
export function pageApi(): PageApi {
  if (typeof document === 'undefined') return createPageApi();
  ofBrowser ??= createPageApi();
  return ofBrowser;
}
