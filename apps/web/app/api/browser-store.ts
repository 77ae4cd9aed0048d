/** Keys in local storage. The session itself is an HttpOnly cookie and never stands here. */
const keys = {
  plan: 'plan',
  orgId: 'org_id',
  checkRun: 'check_run',
  darkMode: 'darkMode',
  themeMode: 'themeMode',
  sessionEnded: 'session_ended',
} as const;

type StoreKey = keyof typeof keys;

/** A browser may refuse storage altogether; then nothing is remembered. */
export function recall(key: StoreKey): string | null {
  try {
    return window.localStorage.getItem(keys[key]);
  } catch {
    return null;
  }
}

export function remember(key: StoreKey, value: string): void {
  try {
    window.localStorage.setItem(keys[key], value);
  } catch {
    // Nothing depends on it.
  }
}

export function forget(key: StoreKey): void {
  try {
    window.localStorage.removeItem(keys[key]);
  } catch {
    // Nothing was kept.
  }
}

/** Drops what was kept about the signed-in organization; the choice of theme stays. */
export function forgetSession(): void {
  forget('plan');
  forget('orgId');
  forget('checkRun');
  try {
    window.sessionStorage.clear();
  } catch {
    // Nothing was kept.
  }
}
