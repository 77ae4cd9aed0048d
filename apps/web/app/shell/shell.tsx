import { useNavigation } from '@remix-run/react';
import { type ReactNode, useRef } from 'react';
import { useFailedNavigation } from '../ui/errors/navigation-watch.tsx';
import { lazyDialog } from '../ui/lazy/lazy.tsx';
import type { SessionView } from './session.ts';
import css from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useLightPrint } from './use-light-print.ts';
import { useOnDemand } from './use-on-demand.ts';

const MenuDrawer = lazyDialog(() => import('./menu-drawer.tsx'));
const ShortcutsDialog = lazyDialog(() => import('./shortcuts-dialog.tsx'));

interface ShellProps {
  readonly session: SessionView;
  readonly title: string;
  readonly children: ReactNode;
}

/** Sidebar or drawer, top bar and the screen itself. */
export function Shell({ session, title, children }: ShellProps) {
  const drawer = useOnDemand();
  const help = useOnDemand();
  const failed = useFailedNavigation() !== null;
  const busy = useNavigation().state === 'loading' && !failed;
  const main = useRef<HTMLElement>(null);
  useShortcuts(help.open);
  useKeptFocus(main);
  useLightPrint();
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <div className={css.fixed}>
        <Sidebar orgName={session.orgName} plan={session.plan} />
      </div>
      <div className={css.page}>
        <TopBar title={title} user={session.user} menuOpened={drawer.opened} onOpenMenu={drawer.open} onOpenShortcuts={help.open} />
        <div className={css.progress} data-busy={busy} aria-hidden="true" />
        <main id="main" ref={main} tabIndex={-1} className={css.main} aria-busy={busy}>
          {children}
        </main>
      </div>
      {drawer.used ? <MenuDrawer session={session} opened={drawer.opened} onClose={drawer.close} /> : null}
      {help.used ? <ShortcutsDialog opened={help.opened} onClose={help.close} /> : null}
    </div>
  );
}
