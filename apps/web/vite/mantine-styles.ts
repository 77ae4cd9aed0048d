import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const moduleOfStyles = /\/@mantine\/core\/esm\/components\/.*\/(?<component>\w+)\.module\.css\.mjs$/;
const classNames = /\bm_[0-9a-f]+\b/g;

const classesIn = (text: string): ReadonlySet<string> => new Set(text.match(classNames));

/** `theme/mantine.css` names the components whose styles are loaded; the build fails where one that is used is not among them. */
export const mantineStyles = (): Plugin => {
  const used = new Map<string, ReadonlySet<string>>();
  return {
    name: 'notafter:mantine-styles',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    transform(code, id) {
      const component = moduleOfStyles.exec(id)?.groups?.component;
      if (component !== undefined) used.set(id, classesIn(code));
    },
    async generateBundle(_options, bundle) {
      const all = classesIn(await readFile(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), 'utf8'));
      const files = Object.values(bundle);
      const styles = files.map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : ''));
      const loaded = classesIn(styles.join('\n'));
      const included = new Set(files.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : [])));
      const missing = [...used]
        .filter(([id, classes]) => included.has(id) && [...classes].some((name) => all.has(name) && !loaded.has(name)))
        .map(([id]) => moduleOfStyles.exec(id)?.groups?.component);
      if (missing.length > 0) this.error(`apps/web/app/theme/mantine.css lacks the styles of ${missing.join(', ')}.`);
    },
  };
};
