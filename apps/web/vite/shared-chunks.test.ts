import { expect, it } from 'vitest';
import { chunkNames } from './shared-chunks.ts';

const app = (path: string): string => `/clone/apps/web/app/${path}`;
const screen = (name: string): string => `${app(`${name}.tsx`)}?__remix-build-client-route`;
const uses: Readonly<Record<string, readonly string[]>> = {
  'entry.client': [],
  root: ['theme/providers.tsx'],
  'routes/_app': ['shell/shell.tsx'],
  'routes/_app.users': ['ui/pager.tsx', 'ui/pair.ts', 'features/team/users.tsx', 'ui/password-field.tsx'],
  'routes/_app.audit': ['ui/pager.tsx', 'ui/pair.ts'],
  'routes/_app.settings': ['ui/pager.tsx'],
  'routes/_app.figures': ['features/figures/tabs.tsx'],
  'routes/_app.figures_.first': ['features/figures/tabs.tsx'],
  'routes/_app.figures_.second': ['features/figures/tabs.tsx'],
  'routes/_app.services._index': ['ui/pair.ts', 'features/services/texts.ts'],
  'routes/_app.services.create': ['ui/pair.ts', 'features/services/texts.ts', 'features/services/plans.ts'],
  'routes/_app.services.resize': ['ui/pair.ts', 'features/services/texts.ts', 'features/services/plans.ts'],
  'routes/_account': ['features/accounts/layout.tsx', 'ui/password-field.tsx'],
};
const inner: Readonly<Record<string, readonly string[]>> = { 'shell/shell.tsx': ['shell/sidebar.tsx'] };

const modules = new Map<string, { isEntry: boolean; importedIds: readonly string[] }>();
for (const [entry, imported] of Object.entries(uses)) {
  modules.set(screen(entry), { isEntry: true, importedIds: imported.map(app) });
  for (const path of imported) modules.set(app(path), { isEntry: false, importedIds: (inner[path] ?? []).map(app) });
}
const nameOf = chunkNames({ getModuleIds: () => modules.keys(), getModuleInfo: (id) => modules.get(id) ?? null });

it.each([
  ['/clone/node_modules/.pnpm/react@18/node_modules/react/index.js', 'framework'],
  ['/clone/node_modules/.pnpm/x/node_modules/@tanstack/query-core/build/query.js', 'framework'],
  ['/clone/node_modules/.pnpm/x/node_modules/@mantine/core/esm/components/Button/Button.mjs', 'controls'],
  [app('ui/form/use-form.tsx'), 'forms'],
  ['/clone/node_modules/.pnpm/x/node_modules/@mantine/form/esm/use-form.mjs', 'forms'],
  [app('ui/dialog/use-dialog.tsx'), 'dialogs'],
  [app('ui/fact-list/fact-list.module.css'), 'facts'],
  [app('theme/providers.tsx'), 'core'],
  [app('ui/password-field.tsx'), 'core'],
  [app('shell/sidebar.tsx'), 'app'],
  [app('ui/pager.tsx'), 'app'],
  [app('features/services/texts.ts'), 'services'],
  [app('features/accounts/layout.tsx'), 'account'],
  [screen('routes/_app.users'), '_app.users'],
])('each module is in the file of its side, and each screen in a separate one: %s in %s', (id, name) => {
  expect(nameOf(id)).toBe(name);
});

it.each([
  app('features/team/users.tsx'),
  app('features/figures/tabs.tsx'),
  app('ui/pair.ts'),
  app('features/services/plans.ts'),
  app('ui/on-demand-dialog.tsx'),
  '/clone/node_modules/.pnpm/x/node_modules/@mantine/core/esm/components/Modal/Modal.mjs',
  '/clone/node_modules/.pnpm/x/node_modules/react-remove-scroll/dist/index.js',
])('what one screen needs, few share, or nobody needs at once stays out of those: %s', (id) => {
  expect(nameOf(id)).toBeUndefined();
});

it('stops the build when Remix marks no module as a screen', () => {
  const unmarked = { getModuleIds: () => [app('root.tsx')], getModuleInfo: () => null };
  expect(() => chunkNames(unmarked)).toThrow('Remix names screens differently now');
});
