import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { recall, remember } from '../api/browser-store.ts';

/** `app`: dark or light, kept under `darkMode`. `public`: light, dark or auto, kept under `themeMode`. */
export type SchemeScope = 'app' | 'public';

const rules = {
  app: {
    key: 'darkMode',
    fallback: 'dark',
    read: (stored: string | null): MantineColorScheme => (stored === 'false' ? 'light' : 'dark'),
    write: (scheme: MantineColorScheme): string => String(scheme !== 'light'),
  },
  public: {
    key: 'themeMode',
    fallback: 'auto',
    read: (stored: string | null): MantineColorScheme => (stored === 'light' || stored === 'dark' ? stored : 'auto'),
    write: (scheme: MantineColorScheme): string => scheme,
  },
} as const;

export const fallbackScheme = (scope: SchemeScope): MantineColorScheme => rules[scope].fallback;

const createManager = (scope: SchemeScope): MantineColorSchemeManager => {
  const rule = rules[scope];
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get: (fallback) => (typeof window === 'undefined' ? fallback : rule.read(recall(rule.key))),
    set: (scheme) => remember(rule.key, rule.write(scheme)),
    subscribe: (onUpdate) => {
      listener = (event) => {
        if (event.storageArea === window.localStorage && event.key === rule.key) onUpdate(rule.read(event.newValue));
      };
      window.addEventListener('storage', listener);
    },
    unsubscribe: () => {
      if (listener !== undefined) window.removeEventListener('storage', listener);
    },
    clear: () => remember(rule.key, rule.write(rule.fallback)),
  };
};

export const schemeManagers: Readonly<Record<SchemeScope, MantineColorSchemeManager>> = {
  app: createManager('app'),
  public: createManager('public'),
};
