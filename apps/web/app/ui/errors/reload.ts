let wanted = false;

/** Reloads the page, for a button. */
export function reloadPage(): void {
  wanted = true;
  window.location.reload();
}

/** The Navigation API, as far as it is used. TypeScript does not declare it yet. */
interface NavigateEvent extends Event {
  readonly navigationType: 'push' | 'reload' | 'replace' | 'traverse';
  readonly userInitiated: boolean;
}
const isNavigate = (event: Event): event is NavigateEvent => 'navigationType' in event;
const navigation = (): EventTarget | null =>
  'navigation' in window && window.navigation instanceof EventTarget ? window.navigation : null;

/**
 * Remix reloads the page when a screen's code does not load, which hides the failure and repeats while the code is missing. This
 * refuses such a reload and reports it. Browsers without the Navigation API (before 2026) reload as Remix asks.
 */
export function refuseReloads(onRefused: () => void): () => void {
  const refuse = (event: Event): void => {
    if (wanted || !isNavigate(event) || event.navigationType !== 'reload' || event.userInitiated) return;
    event.preventDefault();
    onRefused();
  };
  const target = navigation();
  target?.addEventListener('navigate', refuse);
  return () => target?.removeEventListener('navigate', refuse);
}
