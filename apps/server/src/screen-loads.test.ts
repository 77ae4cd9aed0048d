import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { screensFromBuild } from './screens.ts';

/** Of a first visit, as transferred. Bytes and files both take time: browsers open six connections per host. */
const SCRIPTS = { bytes: 155_000, files: 24 };
const STYLES = { bytes: 24_000, files: 10 };

const { loadBuild, clientDirectory } = await screensFromBuild();
const { assets } = await loadBuild();
const screens = Object.keys(assets.routes);

const bytesOf = async (path: string): Promise<number> => {
  const file = join(clientDirectory ?? '', path);
  return (await stat(existsSync(`${file}.br`) ? `${file}.br` : file)).size;
};

const sumOf = async (paths: Iterable<string>): Promise<{ bytes: number; files: number }> => {
  const sizes = await Promise.all([...new Set(paths)].map(bytesOf));
  return { bytes: sizes.reduce((sum, bytes) => sum + bytes, 0), files: sizes.length };
};

const withParents = (id: string): readonly (typeof assets.routes)[string][] => {
  const route = assets.routes[id];
  if (route === undefined) return [];
  return [...(route.parentId === undefined ? [] : withParents(route.parentId)), route];
};

it('finds the screens', () => expect(screens).toContain('routes/_app.certificates._index'));

it('leaves the page of the kit out of the build', () => expect(screens.filter((id) => id.includes('kit'))).toEqual([]));

it('has no scripts that import each other, of which one would run before what it uses', async () => {
  const folder = join(clientDirectory ?? '', 'assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const imports = new Map<string, readonly string[]>();
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    imports.set(
      name,
      [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, other = '']) => other),
    );
  }
  const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const next of imports.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  expect(names.length).toBeGreaterThan(screens.length);
  expect(names.filter((name) => reached(name).has(name))).toEqual([]);
});

it.each(screens)('a first visit fetches scripts and styles within its budget: %s', async (id) => {
  const routes = withParents(id);
  const scripts = await sumOf([...[assets.entry, ...routes].flatMap(({ module, imports }) => [module, ...(imports ?? [])])]);
  const styles = await sumOf(routes.flatMap(({ css }) => css ?? []));
  expect(scripts.bytes).toBeLessThan(SCRIPTS.bytes);
  expect(scripts.files).toBeLessThan(SCRIPTS.files);
  expect(styles.bytes).toBeLessThan(STYLES.bytes);
  expect(styles.files).toBeLessThan(STYLES.files);
});
