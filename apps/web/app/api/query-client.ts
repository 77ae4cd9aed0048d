import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { forgetSession, remember } from './browser-store.ts';
import { problemOf } from './problem.ts';

/** Any 401 but a refused password sends the browser to `/`, with a full load so that nothing of the session stays in memory. */
export function leaveWhenSignedOut(error: unknown): void {
  if (problemOf(error)?.code !== 'unauthenticated') return;
  forgetSession();
  // For the sign-in screen, which says why it is shown.
  remember('sessionEnded', 'yes');
  window.location.assign('/');
}

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        // Data that a loader just returned is not fetched again at once.
        staleTime: 10_000,
        // Only silence is worth a second try; an answered error stays the same.
        retry: (failures, error) => failures < 1 && problemOf(error)?.code === 'network',
      },
    },
  });
