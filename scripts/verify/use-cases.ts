const camelCase = (name: string): string => name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the use cases that packages/features/src/index.ts exports, as `<slice>/<file>`: a file of a slice or sub-slice that
 * exports a function with the file's name. Everything else in a slice supports these.
 */
export function listUseCases(frontDoor: string): string[] {
  const exports = frontDoor.matchAll(/^export \{([^}]+)\} from '\.\/([a-z-]+)\/(?:[a-z-]+\/)?([a-z0-9-]+)\.ts';$/gm);
  return [...exports]
    .filter(([, names = '', , file = '']) => names.split(',').some((name) => name.trim() === camelCase(file)))
    .map(([, , slice, file]) => `${slice}/${file}`)
    .sort();
}

/** Returns the differences between the exported use cases and the permission table, one line each. */
export function comparePermissions(useCases: readonly string[], permissions: Readonly<Record<string, unknown>>): string[] {
  const missing = useCases
    .filter((useCase) => !Object.hasOwn(permissions, useCase))
    .map((useCase) => `${useCase} of packages/features has no entry in the permission table`);
  const stale = Object.keys(permissions)
    .filter((useCase) => !useCases.includes(useCase))
    .map((useCase) => `the permission table names ${useCase}, but packages/features/src/index.ts exports no such use case`);
  return [...missing, ...stale];
}
