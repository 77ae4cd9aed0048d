import { ActionIcon, Button } from '@mantine/core';
import { Link, useLocation } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { helpFor } from '../features/help/topics.ts';
import { Hint } from '../ui/hint/hint.tsx';
import { Icon } from '../ui/icons.tsx';
import { AttentionBell } from './attention-bell.tsx';
import { type SessionView, useMay } from './session.ts';
import css from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  readonly title: string;
  readonly user: SessionView['user'];
  readonly menuOpened: boolean;
  readonly onOpenMenu: () => void;
  readonly onOpenShortcuts: () => void;
}

export function TopBar({ title, user, menuOpened, onOpenMenu, onOpenShortcuts }: TopBarProps) {
  const mayAdd = useMay('certificates/add-certificate');
  const addsInPlace = useAddsInPlace();
  const { pathname } = useLocation();
  return (
    <header className={css.top}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={`${css.tool} ${css.narrow}`}
        onClick={onOpenMenu}
        aria-label="Menu"
        aria-expanded={menuOpened}
      >
        <Icon name="menu" />
      </ActionIcon>
      <h1 className={css.title}>{title}</h1>
      {mayAdd ? (
        <>
          <Button
            component={Link}
            to="/certificates/add"
            variant={addsInPlace ? 'default' : 'filled'}
            leftSection={<Icon name="plus" small />}
            className={css.wide ?? ''}
          >
            Add Certificate
          </Button>
          <ActionIcon
            component={Link}
            to="/certificates/add"
            variant="subtle"
            color="gray"
            className={`${css.tool} ${css.narrow}`}
            aria-label="Add Certificate"
          >
            <Icon name="plus" />
          </ActionIcon>
        </>
      ) : null}
      <Hint text="Keyboard shortcuts">
        <ActionIcon
          variant="subtle"
          color="gray"
          className={`${css.tool} ${css.wide}`}
          onClick={onOpenShortcuts}
          aria-label="Keyboard shortcuts"
          aria-haspopup="dialog"
        >
          <Icon name="keyboard" />
        </ActionIcon>
      </Hint>
      <Hint text="Help">
        <ActionIcon
          component={Link}
          to={helpFor(pathname)}
          variant="subtle"
          color="gray"
          className={`${css.tool} ${css.wide}`}
          aria-label="Help for this screen"
        >
          <Icon name="help" />
        </ActionIcon>
      </Hint>
      <AttentionBell />
      <UserMenu user={user} />
    </header>
  );
}

/** Whether the screen itself has the field to add a certificate, and so the one primary button for it. */
function useAddsInPlace(): boolean {
  const trpc = useTRPC();
  const { pathname } = useLocation();
  const stats = useQuery(trpc.certificates.stats.queryOptions());
  return pathname === '/certificates/add' || (pathname === '/certificates' && stats.data?.total === 0);
}
