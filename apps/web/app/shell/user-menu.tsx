import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forgetSession } from '../api/browser-store.ts';
import { useTRPCClient } from '../api/trpc.ts';
import { Icon } from '../ui/icons.tsx';
import { showError } from '../ui/toasts/show-toast.tsx';
import { Avatar } from './avatar.tsx';
import type { SessionView } from './session.ts';
import css from './user-menu.module.css';

/** Avatar, theme and logout. Profile and Settings join with their screens. */
export function UserMenu({ user }: { readonly user: SessionView['user'] }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const logout = useLogout();
  const isLight = colorScheme === 'light';
  return (
    <Menu position="bottom-end" width={220} offset={8}>
      <Menu.Target>
        <UnstyledButton className={css.target ?? ''} aria-label="Account">
          <Avatar email={user.email} hash={user.avatarHash} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={css.who}>
          <strong>
            {user.firstName} {user.lastName}
          </strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name={isLight ? 'moon' : 'sun'} />} onClick={() => setColorScheme(isLight ? 'dark' : 'light')}>
          {isLight ? 'Dark theme' : 'Light theme'}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="logout" />} onClick={logout.run} disabled={logout.pending}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
