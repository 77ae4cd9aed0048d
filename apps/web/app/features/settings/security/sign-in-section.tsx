import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import { AppPanel } from './app-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';

/** Passkeys, the authenticator app and its recovery codes. */
export function SignInSection() {
  const query = useQuery(useTRPC().signIn.twoFactor.queryOptions());
  return (
    <UntilLoaded query={query} title="Passkeys" failed="Passkeys did not load" unaffected="They still sign you in.">
      {(view) => (
        <>
          <PasskeysPanel view={view} />
          <AppPanel view={view} />
        </>
      )}
    </UntilLoaded>
  );
}
