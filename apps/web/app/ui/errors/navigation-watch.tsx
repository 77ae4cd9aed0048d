import { Outlet, useNavigation } from '@remix-run/react';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { ChunkFailed } from './message-page.tsx';
import { refuseReloads } from './reload.ts';

/** Spec 1 section 9: a screen's code that takes longer counts as failed. */
const CHUNK_TIMEOUT_MS = 120_000;

const FailedNavigation = createContext<string | null>(null);

/** Returns the address that the person asked for and whose code did not load, or null. */
export const useFailedNavigation = (): string | null => useContext(FailedNavigation);

/** Notices a navigation whose code fails or takes too long; `WatchedScreen` shows it until the next one. */
export function NavigationWatch({ children }: { readonly children: ReactNode }) {
  const { location } = useNavigation();
  const pending = location?.key ?? null;
  // The refusal can come before React has rendered the navigation that it belongs to.
  const [refused, setRefused] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => (import.meta.env.PROD ? refuseReloads(() => setRefused(true)) : undefined), []);
  useEffect(() => {
    if (!refused || pending === null) return;
    setRefused(false);
    setFailed(pending);
  }, [refused, pending]);
  useEffect(() => {
    if (pending === null) return;
    const timer = window.setTimeout(() => setFailed(pending), CHUNK_TIMEOUT_MS);
    return () => window.clearTimeout(timer);
  }, [pending]);
  const href = location !== undefined && location.key === failed ? location.pathname + location.search : null;
  // The router does not go there without the code. The address does, for Reload and Back.
  useEffect(() => {
    if (href !== null) window.history.pushState(null, '', href);
  }, [href]);
  return <FailedNavigation.Provider value={href}>{children}</FailedNavigation.Provider>;
}

/** The screen of the address, or the error of the one that was asked for and did not load. */
export function WatchedScreen({ heading }: { readonly heading: 'h1' | 'h2' }) {
  const failed = useFailedNavigation();
  return failed === null ? <Outlet /> : <ChunkFailed heading={heading} href={failed} />;
}
