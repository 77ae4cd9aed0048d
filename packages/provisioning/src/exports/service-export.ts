import { type ExportedService, ProviderError, type SolutionSlug } from '@notafter/domain';
import type { ContainerFile } from '../archives/tar.ts';
import { type ContainerRecipe, certificateFiles, FILES } from '../containers/container-recipe.ts';
import type { ServiceImage } from '../containers/images.ts';
import { containerRecipes, missingRecipes } from '../local/recipes.ts';

/** With the image that it has now. */
export interface ServiceExport extends ExportedService {
  readonly image: ServiceImage;
}

/** Throws `ProviderError` if the solution has no recipe. */
export const recipeOf = (solution: SolutionSlug): ContainerRecipe => {
  const recipe = containerRecipes[solution];
  if (recipe !== undefined) return recipe;
  throw new ProviderError('invalid', missingRecipes[solution] ?? '');
};

export const contentsOf = ({ solution, size, credentials, image }: ServiceExport) =>
  recipeOf(solution).contents({ size, credentials, uid: image.uid });

/** Files of the engine, which see as `FILES` what is `files` in the folder of the export. */
export const engineFiles = (wanted: ServiceExport): readonly ContainerFile[] => [
  ...contentsOf(wanted).files,
  ...(wanted.certificate === null ? [] : certificateFiles(wanted.certificate, wanted.image.uid)),
];

/** The mode of such a file keeps all but its reader out. */
export const isSecret = ({ mode }: Pick<ContainerFile, 'mode'>): boolean => (mode & 0o077) === 0;

export const exportPath = (path: string): string => path.replace(FILES, 'files');
