import { useNavigate } from '@remix-run/react';
import { useEffect, useMemo } from 'react';
import { useSellsPlans } from './session.ts';

export interface Shortcut {
  readonly key: string;
  readonly label: string;
  readonly to: string;
  /** Only where plans are sold. */
  readonly soldOnly?: true;
}

/** Ctrl or Meta with the key, or `g` and then the key. An entry comes with the screen it leads to. */
export const shortcuts: readonly Shortcut[] = [
  { key: 'd', label: 'Dashboard', to: '/certificates' },
  { key: 'n', label: 'Notifications', to: '/notifications' },
  { key: 'u', label: 'Users', to: '/users' },
  { key: 'b', label: 'Billing', to: '/billing', soldOnly: true },
  { key: 'f', label: 'Discovery', to: '/discovery' },
  { key: 's', label: 'Settings', to: '/settings' },
];

/** Shortcuts available to the signed-in person. */
export function useShownShortcuts(): readonly Shortcut[] {
  const sells = useSellsPlans();
  return useMemo(() => shortcuts.filter(({ soldOnly }) => soldOnly !== true || sells), [sells]);
}

/** How long `g` waits for its second key. */
const SEQUENCE_MS = 1500;

const textInputs =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]):not([type=submit]), textarea, select, [contenteditable]';

/** While a text field has the focus, or a dialog is open, the keys belong to it. */
const isTaken = (event: KeyboardEvent): boolean => {
  const target = event.target instanceof Element ? event.target : null;
  return event.defaultPrevented || event.isComposing || target?.closest(`${textInputs}, [role=dialog]`) != null;
};

const searchField = (): HTMLInputElement | null => document.querySelector('main input[type=search]');

/** Binds the keys for as long as the shell stands; `onHelp` answers `?`, and `/` goes to the screen's search. */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate();
  const shown = useShownShortcuts();
  useEffect(() => {
    let sequenceStarted = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isTaken(event) || event.altKey) return;
      const key = event.key.toLowerCase();
      const modified = event.ctrlKey || event.metaKey;
      const inSequence = !modified && event.timeStamp - sequenceStarted < SEQUENCE_MS;
      sequenceStarted = !modified && key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!modified && key === '?') onHelp();
      const search = !modified && key === '/' ? searchField() : null;
      if (search !== null) {
        // Or it would be typed into the field.
        event.preventDefault();
        search.focus();
        search.select();
      }
      const shortcut = modified || inSequence ? shown.find((candidate) => candidate.key === key) : undefined;
      if (shortcut === undefined || (modified && event.shiftKey)) return;
      event.preventDefault();
      navigate(shortcut.to);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [navigate, onHelp, shown]);
}
