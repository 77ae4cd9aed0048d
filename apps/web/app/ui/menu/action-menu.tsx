import { cloneElement, type ReactElement, useState } from 'react';
import { DialogFailed } from '../later/dialog-failed.tsx';
import { later } from '../later/later.tsx';
import type { ActionMenuProps } from './menu-entry.ts';

const loadMenu = () => import('./opened-menu.tsx');

interface FirstMenuProps extends ActionMenuProps {
  /** Stands in the menu's place until it is there. */
  readonly button: ReactElement;
  readonly onGiveUp: () => void;
}

const OpenedMenu = later<FirstMenuProps>(loadMenu, {
  loading: ({ button }) => button,
  failed: ({ button, onGiveUp }, failure, retry) => (
    <>
      {button}
      <DialogFailed what="menu" failure={failure} onRetry={retry} onClose={onGiveUp} />
    </>
  ),
});

/** A menu whose code comes with its first opening; until then there is only its button. */
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
