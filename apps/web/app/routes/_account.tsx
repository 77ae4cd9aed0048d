import { Outlet } from '@remix-run/react';
import { AccountLayout } from '../features/accounts/account-layout.tsx';
import { RouteError } from '../ui/errors/route-error.tsx';

export default function AccountRoutes() {
  return (
    <AccountLayout>
      <Outlet />
    </AccountLayout>
  );
}

export function ErrorBoundary() {
  return (
    <AccountLayout>
      <RouteError heading="h1" />
    </AccountLayout>
  );
}
