import { useSyncExternalStore } from 'react';

/** Keys in session storage, as spec 2 section 3 names them: what was chosen last in this tab. */
const keys = ['cloud', 'region', 'plan', 'database', 'resource_id', 'size', 'new_size'] as const;
type TabKey = (typeof keys)[number];

/** The choices of a tab; absent if nothing was chosen. */
export type TabChoices = Readonly<Partial<Record<TabKey, string>>>;

const listeners = new Set<() => void>();
const NONE: TabChoices = {};
let known: { readonly text: string; readonly choices: TabChoices } = { text: '', choices: NONE };

/** A browser may refuse storage altogether; then nothing is remembered. */
const read = (): TabChoices => {
  try {
    return Object.fromEntries(
      keys.flatMap((key) => {
        const value = window.sessionStorage.getItem(key);
        return value === null ? [] : [[key, value]];
      }),
    );
  } catch {
    return NONE;
  }
};

/** The same object for as long as nothing changes, as React asks for it. */
const snapshot = (): TabChoices => {
  const choices = read();
  const text = JSON.stringify(choices);
  if (text !== known.text) known = { text, choices };
  return known.choices;
};

/** Stores choices; null removes one. */
export function rememberInTab(choices: Readonly<Partial<Record<TabKey, string | null>>>): void {
  try {
    for (const key of keys) {
      const value = choices[key];
      if (value === null) window.sessionStorage.removeItem(key);
      else if (value !== undefined) window.sessionStorage.setItem(key, value);
    }
  } catch {
    // Nothing depends on it.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The choices of this tab; none on the server and in the first render. */
export const useTabChoices = (): TabChoices => useSyncExternalStore(subscribe, snapshot, () => NONE);
