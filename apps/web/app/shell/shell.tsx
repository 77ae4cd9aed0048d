import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { SessionView } from './session.ts';
import css from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

interface ShellProps {
  readonly session: SessionView;
  readonly title: string;
  readonly children: ReactNode;
}

/** Sidebar or drawer, top bar and the screen itself. */
export function Shell({ session, title, children }: ShellProps) {
  const [drawerOpened, drawer] = useDisclosure(false);
  const [helpOpened, help] = useDisclosure(false);
  const busy = useNavigation().state === 'loading';
  useShortcuts(help.open);
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <div className={css.fixed}>
        <Sidebar orgName={session.orgName} plan={session.plan} />
      </div>
      <Drawer
        opened={drawerOpened}
        onClose={drawer.close}
        size="var(--na-sidebar)"
        withCloseButton={false}
        padding={0}
        transitionProps={{ duration: 140 }}
        classNames={{ content: css.drawer ?? '', body: css.drawerBody ?? '' }}
        aria-label="Menu"
      >
        <Sidebar orgName={session.orgName} plan={session.plan} onFollow={drawer.close} />
      </Drawer>
      <div className={css.page}>
        <TopBar title={title} user={session.user} menuOpened={drawerOpened} onOpenMenu={drawer.open} onOpenShortcuts={help.open} />
        <div className={css.progress} data-busy={busy} aria-hidden="true" />
        <main id="main" tabIndex={-1} className={css.main} aria-busy={busy}>
          {children}
        </main>
      </div>
      <ShortcutsDialog opened={helpOpened} onClose={help.close} />
    </div>
  );
}
