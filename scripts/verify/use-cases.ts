import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file directly in a slice of packages/features/src is a use case; what supports it lies in a deeper folder. */
export function listUseCases(featuresFolder: string): string[] {
  const slices = readdirSync(featuresFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return slices
    .flatMap(({ name: slice }) =>
      readdirSync(join(featuresFolder, slice), { withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
        .map((entry) => `${slice}/${entry.name.replace(/\.ts$/, '')}`),
    )
    .sort();
}

/** What is wrong between the use cases on disk and the permission table: one line each, none when they agree. */
export function comparePermissions(useCases: readonly string[], permissions: Readonly<Record<string, unknown>>): string[] {
  const missing = useCases
    .filter((useCase) => !Object.hasOwn(permissions, useCase))
    .map((useCase) => `packages/features/src/${useCase}.ts has no entry in the permission table`);
  const stale = Object.keys(permissions)
    .filter((useCase) => !useCases.includes(useCase))
    .map((useCase) => `the permission table names ${useCase}, but packages/features/src/${useCase}.ts does not exist`);
  return [...missing, ...stale];
}
