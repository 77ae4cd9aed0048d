import type { Plugin } from 'vite';

/** As far as Rollup's plugin context is read. */
interface Modules {
  readonly getModuleIds: () => Iterable<string>;
  readonly getModuleInfo: (id: string) => { readonly isEntry: boolean; readonly importedIds: readonly string[] } | null;
}

const SCREEN_MARK = '?__remix-build-client-route';
const ours = /\/apps\/web\/app\/(?<path>[^?]+)\.(?:tsx?|module\.css)/;
/** Every page runs these, and they change only with a dependency. */
const framework =
  /\/node_modules\/(?:react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream|get-nonce|clsx|@tanstack|@trpc)\/|commonjsHelpers/;
/** Buttons, fields and the base of Mantine. Its menus, dialogs and switches stay with the screens that show them. */
const controls =
  /\/node_modules\/@mantine\/(?:hooks|core\/esm\/(?:core|components\/(?:ActionIcon|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)))\//;
/** Forms are for the screens that have one: the lists of most visits have none. */
const forms = /\/apps\/web\/app\/ui\/form\/(?:use-form|form|typed-name)\.tsx|\/node_modules\/@mantine\/form\//;
/** Tiny parts that are used together: alone, each would be a file, or be merged with something that a screen does not need. */
const dialogs = /\/apps\/web\/app\/ui\/dialog\/(?:use-dialog\.tsx|lazy-dialogs\.ts)/;
const facts = /\/apps\/web\/app\/ui\/(?:fact-list\/fact-list|copy\/(?:copy-text|copy-button|use-copied))\./;
/** Screens that parse what is typed throw its errors; the first one does not. */
const errors = /\/packages\/domain\/src\/errors\/(?:catalogue|domain-error)\.ts/;
/** A module that this many screens of one side need is loaded with the first of them. */
const SHARED_BY = 3;

/** The entries that need a module at once, by name: `root`, `routes/_app.users`. Packages are left out: a front door names all that they have. */
const entriesByModule = ({ getModuleIds, getModuleInfo }: Modules): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  const walk = (id: string, entry: string): void => {
    const entries = found.get(id) ?? new Set();
    if (entries.has(entry)) return;
    found.set(id, entries.add(entry));
    for (const next of getModuleInfo(id)?.importedIds ?? []) if (ours.test(next)) walk(next, entry);
  };
  for (const id of getModuleIds()) {
    const path = ours.exec(id)?.groups?.path;
    if (path !== undefined && getModuleInfo(id)?.isEntry) walk(id, path);
  }
  return found;
};

/** Most visits open no data service, collector, issued certificate or trust anchors: those screens do not decide what the other signed-in ones load. */
const sides = {
  app: /^routes\/_app(?!\.(?:services|collectors|transparency|trust-anchors))/,
  services: /^routes\/_app\.(?:services|collectors|transparency)/,
  account: /^routes\/_account/,
};
const layouts: ReadonlySet<string> = new Set(['routes/_app', 'routes/_account']);

/** How much of a side needs a module. */
const needOf = (entries: ReadonlySet<string>, side: keyof typeof sides): 'none' | 'some' | 'most' => {
  // The tabs of a screen, `_app.analytics_.readiness`, count as the screen.
  const screens = [...new Set([...entries].map((entry) => entry.split('_.')[0] ?? entry))].filter((entry) => sides[side].test(entry));
  if (screens.length >= SHARED_BY || screens.some((screen) => layouts.has(screen))) return 'most';
  return screens.length > 0 ? 'some' : 'none';
};

/** Answers which file of scripts a module goes into; undefined where its only screen keeps it, or Rollup decides for a few. */
export const chunkNames = (modules: Modules): ((id: string) => string | undefined) => {
  const entries = entriesByModule(modules);
  if (![...modules.getModuleIds()].some((id) => id.includes(SCREEN_MARK)))
    throw new Error('Remix names screens differently now: adapt vite/shared-chunks.ts.');
  return (id) => {
    if (framework.test(id)) return 'framework';
    if (controls.test(id)) return 'controls';
    if (forms.test(id)) return 'forms';
    if (dialogs.test(id)) return 'dialogs';
    if (facts.test(id)) return 'facts';
    if (errors.test(id)) return 'errors';
    // A screen keeps to a file: merged into one that its own imports need, it would run before what it uses.
    if (id.includes(SCREEN_MARK)) return ours.exec(id)?.groups?.path?.replace(/^routes\//, '');
    const by = entries.get(id);
    if (by === undefined) return undefined;
    const [app, services, account] = [needOf(by, 'app'), needOf(by, 'services'), needOf(by, 'account')];
    if (by.has('root') || by.has('entry.client')) return 'core';
    if ((app === 'most' && account !== 'none') || (account === 'most' && app !== 'none')) return 'core';
    if (app === 'most') return 'app';
    if (services === 'most' && app === 'none') return 'services';
    return account === 'most' ? 'account' : undefined;
  };
};

/**
 * Puts what screens share into few files. Rollup makes one for each set of screens that has something in common, seventy for a
 * single screen; merging those by size alone, it puts the code of other screens into the first one.
 */
export const sharedChunks = (): Plugin => {
  let nameOf: ReturnType<typeof chunkNames> | null = null;
  return {
    name: 'notafter:shared-chunks',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    config: () => ({
      build: {
        rollupOptions: {
          output: {
            manualChunks: (id, modules) => {
              nameOf ??= chunkNames(modules);
              return nameOf(id);
            },
            onlyExplicitManualChunks: true,
            // Tiny rest files are merged: a request costs more than these bytes. From 500 on, screens merge into files that they import.
            experimentalMinChunkSize: 450,
          },
        },
      },
    }),
  };
};
