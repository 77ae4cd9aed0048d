import { Drawer } from '@mantine/core';
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
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="var(--na-sidebar)"
      withCloseButton={false}
      padding={0}
      transitionProps={{ duration: 140 }}
      classNames={{ content: css.content ?? '', body: css.body ?? '' }}
      aria-label="Menu"
    >
      <Sidebar orgName={session.orgName} plan={session.plan} onFollow={onClose} />
    </Drawer>
  );
}
