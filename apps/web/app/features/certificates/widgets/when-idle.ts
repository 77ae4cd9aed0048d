/** A page that is never idle still gets its widgets. */
const LONGEST_WAIT_MS = 4000;
/** Safari has no idle callback before version 26. */
const WITHOUT_CALLBACK_MS = 300;

/** Calls `act` once the browser is idle, unless the returned function cancels it first. */
export function whenIdle(act: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = window.setTimeout(act, WITHOUT_CALLBACK_MS);
    return () => window.clearTimeout(timer);
  }
  const request = window.requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  return () => window.cancelIdleCallback(request);
}
