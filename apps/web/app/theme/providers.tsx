import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { createBrowserClient, TRPCProvider } from '../api/trpc.ts';
import { Toasts } from '../ui/toasts/toasts.tsx';
import { fallbackScheme, type SchemeScope, schemeManagers } from './color-scheme.ts';
import { useNonce } from './nonce.ts';
import { cssVariablesResolver, theme } from './theme.ts';

interface ProvidersProps {
  readonly scope: SchemeScope;
  readonly children: ReactNode;
}

/** Browsers hide the nonce of what the server sent, so React must not compare it; `data-hydrated` is set after the first render. */
const isHydrating = (): boolean => typeof document !== 'undefined' && !document.documentElement.hasAttribute('data-hydrated');

/** Server calls and looks, for every screen. */
export function Providers({ scope, children }: ProvidersProps) {
  const nonce = useNonce();
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(createBrowserClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {/* Going in or out swaps the rule by which the scheme is kept, and nothing of one side's screens stays on the other. */}
        <MantineProvider
          key={scope}
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={schemeManagers[scope]}
          defaultColorScheme={fallbackScheme(scope)}
          getStyleNonce={() => (isHydrating() ? '' : (nonce ?? ''))}
        >
          {children}
          <Toasts />
        </MantineProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
