import type { ReactElement, ReactNode } from 'react';
import type { IconName } from '../icons.tsx';

export interface MenuEntry {
  readonly label: string;
  readonly icon: IconName;
  /** A second line, for what the label alone does not say. */
  readonly note?: string;
  /** Either a screen, a file to save, or an action. */
  readonly to?: string;
  readonly file?: string;
  readonly onSelect?: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

interface TriggerProps {
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
}

export interface ActionMenuProps {
  /** One labelled button that takes a ref and passes its props on. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly entries: readonly MenuEntry[];
  /** Above the entries, for reading only: plain spans, since a menu may hold no other roles. */
  readonly header?: ReactNode;
  readonly width?: number;
  /** Opens inside its own landmark rather than at the end of the page; only where nothing around it clips. */
  readonly inPlace?: boolean;
}
