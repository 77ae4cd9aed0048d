import { cloneElement, lazy, Suspense, useState } from 'react';
import type { ActionMenuProps } from './menu-entry.ts';

const loadMenu = () => import('./opened-menu.tsx');
const OpenedMenu = lazy(loadMenu);

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
  return (
    <Suspense fallback={button}>
      <OpenedMenu {...props} />
    </Suspense>
  );
}
