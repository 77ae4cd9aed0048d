import { useEffect } from 'react';

/** The element that remains after an overlay closes: for a menu's entry, the button that opened the menu. */
const lastingOf = (element: Element | null): Element | null => {
  const menu = element?.closest('[role=menu]');
  return menu == null ? element : document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
};

/**
 * Gives the focus back to where it was before a dialog opened, unless it went elsewhere meanwhile. Mantine does so only for a
 * dialog that stood closed before.
 */
export function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const opener = lastingOf(document.activeElement);
    return () => {
      const present = document.activeElement;
      const isLost = present === null || present === document.body || present.closest('[role=dialog]') !== null;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [opened]);
}
