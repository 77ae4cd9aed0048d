import { wireDates } from '@notafter/domain';
import type { AppRouter } from '@notafter/trpc';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCContext } from '@trpc/tanstack-react-query';

/** Input and output of each procedure, e.g. `Outputs['billing']['plan']`. */
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** Spec 1 section 9: a request times out after 10 s. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** `useTRPC()` gives query and mutation options, `useTRPCClient()` plain calls. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export const createBrowserClient = () =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: '/api/trpc',
        transformer: wireDates,
        // Longer addresses are refused by some proxies; the rest goes in a second request.
        maxURLLength: 4000,
        // The server takes 50 at most.
        maxItems: 40,
        fetch: (input, init) => {
          const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
          const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
          return fetch(input, { ...init, credentials: 'same-origin', signal });
        },
      }),
    ],
  });
