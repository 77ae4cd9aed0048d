import { brandId, entitlementsOf } from '@notafter/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { SessionView } from './session.ts';
import { useShowInShell, useShownSession } from './shown-session.ts';

const loaded: SessionView = {
  orgId: brandId('0198a7a2-1111-7222-8333-444455556666'),
  orgName: 'Harborline',
  plan: 'Team',
  entitlements: entitlementsOf('Team'),
  platformAdmin: false,
  user: {
    id: brandId('0198a7a2-1111-7222-8333-444455556667'),
    email: 'maren@harborline.example',
    firstName: 'Maren',
    lastName: 'Voss',
    role: 'admin',
    avatarHash: 'a'.repeat(64),
  },
};

const open = () => {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
  return renderHook(({ session }) => ({ shown: useShownSession(session), show: useShowInShell() }), {
    wrapper,
    initialProps: { session: loaded },
  });
};

it('shows what was just changed, until it is taken back', async () => {
  const { result } = open();
  expect(result.current.shown).toBe(loaded);
  act(() => result.current.show({ firstName: 'Mara', orgName: 'Tideway' }));
  const changed = { ...loaded, orgName: 'Tideway', user: { ...loaded.user, firstName: 'Mara' } };
  await waitFor(() => expect(result.current.shown).toEqual(changed));
  act(() => result.current.show(null));
  await waitFor(() => expect(result.current.shown).toBe(loaded));
});

it('goes by what the shell loads from then on', async () => {
  const { result, rerender } = open();
  act(() => result.current.show({ firstName: 'Mara' }));
  await waitFor(() => expect(result.current.shown.user.firstName).toBe('Mara'));
  const session = { ...loaded, user: { ...loaded.user, firstName: 'Grace' } };
  rerender({ session });
  await waitFor(() => expect(result.current.shown).toBe(session));
});
