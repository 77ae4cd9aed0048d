import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False on the server and for the first render in the browser, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
