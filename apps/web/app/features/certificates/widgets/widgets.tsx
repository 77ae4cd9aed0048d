import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';

const LoadedWidgets = lazyPart(() => import('./loaded-widgets.tsx'));

/** How far below the window they may still be when their code and figures are asked for. */
const AHEAD = '50px';

/**
 * Below the table: neither their code nor their figures cost anything before somebody scrolls near them. If they are near from the
 * start, as in a high window, they wait until the browser has nothing else to do: the list answers clicks first.
 */
export function Widgets() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    let cancel = (): void => undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        cancel = whenIdle(() => setNear(true));
      },
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      cancel();
    };
  }, []);
  return (
    <Stack ref={place} gap="md">
      {near ? <LoadedWidgets /> : null}
    </Stack>
  );
}

/** A page that is never idle still gets its widgets. */
const LONGEST_WAIT_MS = 4000;
/** Safari has no idle callback before version 26. */
const WITHOUT_CALLBACK_MS = 300;

/** Calls `act` once the browser is idle, unless the returned function cancels it first. */
function whenIdle(act: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = window.setTimeout(act, WITHOUT_CALLBACK_MS);
    return () => window.clearTimeout(timer);
  }
  const request = window.requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  return () => window.cancelIdleCallback(request);
}
