import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

/** How long a screen may take to show the link again. */
const PATIENCE_MS = 5000;

/** Nothing of the screen has it. */
const isFree = (main: HTMLElement): boolean => {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement === main;
};

/** The link that led away from each entry of the history, by the router's key of that entry. */
const leftBy = new Map<string, string>();

const focusLink = (main: HTMLElement, href: string): boolean => {
  const link = [...main.querySelectorAll<HTMLAnchorElement>('a[href]')].find((each) => each.getAttribute('href') === href);
  link?.focus({ preventScroll: true });
  return link !== undefined;
};

/**
 * Another screen takes away what had the focus. It goes to the screen itself, so that the keyboard goes on there and not
 * in the sidebar; and back to the link it left by, when its entry of the history is shown again.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    const remember = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      const href = link?.getAttribute('href');
      if (link !== null && href != null && main.current?.contains(link) === true) leftBy.set(key, href);
    };
    document.addEventListener('click', remember, { capture: true });
    return () => document.removeEventListener('click', remember, { capture: true });
  }, [key, main]);

  useEffect(() => {
    const screen = main.current;
    if (screen === null || shown.current === pathname) return;
    shown.current = pathname;
    if (!isFree(screen)) return;
    const href = leftBy.get(key);
    if (href !== undefined && focusLink(screen, href)) return;
    screen.focus({ preventScroll: true });
    if (href === undefined) return;
    // The screen may still ask for its rows; a person who moved on in the meantime keeps the focus.
    const observer = new MutationObserver(() => {
      if (document.activeElement !== screen || focusLink(screen, href)) observer.disconnect();
    });
    observer.observe(screen, { childList: true, subtree: true });
    const timer = window.setTimeout(() => observer.disconnect(), PATIENCE_MS);
    return () => {
      observer.disconnect();
      window.clearTimeout(timer);
    };
  }, [key, pathname, main]);
}
