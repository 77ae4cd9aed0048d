import { useSyncExternalStore } from 'react';

let opened = false;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** From the first toast on, the corner stands. */
export function openCorner(): void {
  opened = true;
  for (const listener of listeners) listener();
}

export const useCornerOpened = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => opened,
    () => false,
  );
