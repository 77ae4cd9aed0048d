import { Drawer } from '@mantine/core';
import { useFocusBack } from '../ui/dialog/use-focus-back.ts';
import css from './menu-drawer.module.css';
import type { SessionView } from './session.ts';
import { Sidebar } from './sidebar.tsx';

interface MenuDrawerProps {
  readonly session: SessionView;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The sidebar on small screens. */
export default function MenuDrawer({ session, opened, onClose }: MenuDrawerProps) {
  useFocusBack(opened);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size="var(--na-sidebar)"
      padding={0}
      transitionProps={{ duration: 140 }}
      // Mantine gives the className of a part to the box around it as well, which covers the window.
      classNames={{ content: css.content ?? '', body: css.body ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body>
          <Sidebar orgName={session.orgName} plan={session.plan} onFollow={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
