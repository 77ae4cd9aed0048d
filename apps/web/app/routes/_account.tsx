import type { LoaderFunctionArgs } from '@remix-run/node';
import { useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AccountLayout } from '../features/accounts/account-layout.tsx';
import { WatchedScreen } from '../ui/errors/navigation-watch.tsx';
import { RouteError } from '../ui/errors/route-error.tsx';

export const loader = ({ context }: LoaderFunctionArgs) => ({ sendsMail: context.sendsMail, publicUrl: context.publicUrl });

/** It stands for as long as the server runs. */
export const shouldRevalidate = (): boolean => false;

export default function AccountRoutes() {
  return (
    <Frame>
      <WatchedScreen heading="h1" />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <RouteError heading="h1" />
    </Frame>
  );
}

/** Of an error nothing may have been loaded. */
function Frame({ children }: { readonly children: ReactNode }) {
  const { sendsMail = true, publicUrl = null } = useRouteLoaderData<typeof loader>('routes/_account') ?? {};
  return (
    <AccountLayout sendsMail={sendsMail} publicUrl={publicUrl}>
      {children}
    </AccountLayout>
  );
}
