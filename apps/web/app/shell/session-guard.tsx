import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { leaveWhenSignedOut } from '../api/query-client.ts';
import { useTRPCClient } from '../api/trpc.ts';

/**
 * The server guards every load. What it cannot see is a page that the browser brings back from memory, as after logout
 * and Back: that one is hidden until the session was asked for again.
 */
export function SessionGuard({ children }: { readonly children: ReactNode }) {
  const client = useTRPCClient();
  const [checking, setChecking] = useState(false);
  useEffect(() => {
    const check = async (): Promise<void> => {
      setChecking(true);
      try {
        await client.accounts.session.query();
      } catch (error) {
        leaveWhenSignedOut(error);
      }
      setChecking(false);
    };
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) void check();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [client]);
  return checking ? (
    <Stack role="status" align="center" justify="center" mih="100vh" c="dimmed">
      Loading...
    </Stack>
  ) : (
    children
  );
}
