import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { PageApi } from '../api/page-api.ts';
import { TRPCProvider } from '../api/trpc.ts';
import { Toasts } from '../ui/toasts/toasts.tsx';
import { fallbackScheme, type SchemeScope, schemeManagers } from './color-scheme.ts';
import { useNonce } from './nonce.ts';
import { cssVariablesResolver, theme } from './theme.ts';

interface ProvidersProps {
  readonly api: PageApi;
  readonly scope: SchemeScope;
  readonly children: ReactNode;
}

/** Server calls and looks, for every screen. */
export function Providers({ api: { queries, client }, scope, children }: ProvidersProps) {
  const nonce = useNonce();
  // React compares attributes in development, and browsers hide the nonce of what the server sent.
  const [compares, setCompares] = useState(import.meta.env.DEV && typeof document !== 'undefined');
  useEffect(() => setCompares(false), []);
  return (
    <QueryClientProvider client={queries}>
      <TRPCProvider trpcClient={client} queryClient={queries}>
        {/* Going in or out swaps the rule by which the scheme is kept, and nothing of one side's screens stays on the other. */}
        <MantineProvider
          key={scope}
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={schemeManagers[scope]}
          defaultColorScheme={fallbackScheme(scope)}
          getStyleNonce={() => (compares ? '' : (nonce ?? ''))}
        >
          {children}
          <Toasts />
        </MantineProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
