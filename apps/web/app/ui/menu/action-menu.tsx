import { cloneElement, type ReactElement, useState } from 'react';
import { DialogFailed } from '../lazy/dialog-failed.tsx';
import { lazily } from '../lazy/lazy.tsx';
import type { ActionMenuProps } from './menu-entry.ts';

const loadMenu = () => import('./opened-menu.tsx');

interface FirstMenuProps extends ActionMenuProps {
  /** Shown until the menu is loaded. */
  readonly button: ReactElement;
  readonly onGiveUp: () => void;
}

const OpenedMenu = lazily<FirstMenuProps>(loadMenu, {
  loading: ({ button }) => button,
  failed: ({ button, onGiveUp }) => (
    <>
      {button}
      <DialogFailed what="menu" onClose={onGiveUp} />
    </>
  ),
});

/** A menu whose code loads when it is first opened. Until then it is only its button. */
export function ActionMenu(props: ActionMenuProps) {
  const [used, setUsed] = useState(false);
  const button = cloneElement(props.trigger, {
    onClick: () => setUsed(true),
    onPointerEnter: () => void loadMenu().catch(() => undefined),
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
  if (!used) return button;
  return <OpenedMenu {...props} button={button} onGiveUp={() => setUsed(false)} />;
}
