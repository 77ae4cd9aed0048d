import { useNavigation } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { ChunkFailed } from './chunk-failed.tsx';

/** Spec 1 section 9: a screen's code that takes longer counts as failed. */
export const CHUNK_TIMEOUT_MS = 120_000;

/** Replaces the page by the chunk error once a navigation has been loading for too long. */
export function NavigationWatch({ children }: { readonly children: ReactNode }) {
  const { state, location } = useNavigation();
  const [timedOut, setTimedOut] = useState(false);
  const isLoading = state === 'loading';
  useEffect(() => {
    setTimedOut(false);
    if (!isLoading) return;
    const timer = window.setTimeout(() => setTimedOut(true), CHUNK_TIMEOUT_MS);
    return () => window.clearTimeout(timer);
  }, [isLoading]);
  if (!timedOut) return children;
  return <ChunkFailed heading="h1" href={location === undefined ? undefined : location.pathname + location.search} />;
}
