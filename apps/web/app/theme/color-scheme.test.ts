import { beforeEach, describe, expect, it } from 'vitest';
import { bootScript } from './boot-script.ts';
import { fallbackScheme, type SchemeScope, schemeManagers } from './color-scheme.ts';

beforeEach(() => window.localStorage.clear());

const chosen = (scope: SchemeScope) => schemeManagers[scope].get(fallbackScheme(scope));

describe('signed in', () => {
  it('is dark until somebody chooses light, kept under darkMode', () => {
    expect(chosen('app')).toBe('dark');
    schemeManagers.app.set('light');
    expect([window.localStorage.getItem('darkMode'), chosen('app')]).toEqual(['false', 'light']);
    schemeManagers.app.set('dark');
    expect([window.localStorage.getItem('darkMode'), chosen('app')]).toEqual(['true', 'dark']);
  });
});

describe('public screens', () => {
  it('follow the system until somebody chooses, kept under themeMode', () => {
    expect(chosen('public')).toBe('auto');
    schemeManagers.public.set('dark');
    expect([window.localStorage.getItem('themeMode'), chosen('public')]).toEqual(['dark', 'dark']);
  });

  it('take an unknown word for auto', () => {
    window.localStorage.setItem('themeMode', 'sepia');
    expect(chosen('public')).toBe('auto');
  });
});

describe('the script before the first paint', () => {
  const run = (scope: SchemeScope) => {
    document.documentElement.removeAttribute('data-mantine-color-scheme');
    new Function(bootScript(scope))();
    return document.documentElement.getAttribute('data-mantine-color-scheme');
  };

  it.each([
    ['app', {}, 'dark'],
    ['app', { darkMode: 'false' }, 'light'],
    ['app', { darkMode: 'true', themeMode: 'light' }, 'dark'],
    ['public', { themeMode: 'dark' }, 'dark'],
    ['public', { themeMode: 'light', darkMode: 'true' }, 'light'],
  ] as const)('for %s with %o sets %s', (scope, stored, scheme) => {
    for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value);
    expect(run(scope)).toBe(scheme);
  });
});
