import { Stack, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetSession } from '../api/browser-store.ts';
import { useTRPCClient } from '../api/trpc.ts';
import { ActionMenu } from '../ui/menu/action-menu.tsx';
import { showError } from '../ui/toasts/show-toast.ts';
import { Avatar } from './avatar.tsx';
import type { SessionView } from './session.ts';

/** Avatar, profile, settings, theme and logout. */
export function UserMenu({ user }: { readonly user: SessionView['user'] }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const logout = useLogout();
  const isLight = colorScheme === 'light';
  return (
    <ActionMenu
      width={220}
      inPlace
      trigger={
        <UnstyledButton style={{ borderRadius: '50%' }} aria-label="Account">
          <Avatar email={user.email} hash={user.avatarHash} />
        </UnstyledButton>
      }
      header={
        <Stack gap={0} px="sm" py="xxs">
          <Text fw={600} c="var(--na-text)" truncate>
            {user.firstName} {user.lastName}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email}
          </Text>
        </Stack>
      }
      entries={[
        { label: 'Profile', icon: 'person', to: '/settings?tab=0' },
        { label: 'Settings', icon: 'sliders', to: '/settings' },
        {
          label: isLight ? 'Dark theme' : 'Light theme',
          icon: isLight ? 'moon' : 'sun',
          onSelect: () => setColorScheme(isLight ? 'dark' : 'light'),
        },
        { label: 'Logout', icon: 'logout', onSelect: logout.run, disabled: logout.pending },
      ]}
    />
  );
}

function useLogout(): { run: () => void; pending: boolean } {
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const leave = async (): Promise<void> => {
    setPending(true);
    try {
      await client.accounts.logout.mutate();
      forgetSession();
      queries.clear();
      // A full load: the router's own cache of the signed-in screens goes with it.
      window.location.assign('/');
    } catch {
      setPending(false);
      showError('Failed to log out. Please try again.');
    }
  };
  return { run: () => void leave(), pending };
}
