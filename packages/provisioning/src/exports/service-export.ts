import {
  type Credentials,
  ProviderError,
  type ServerCertificate,
  type ServicePort,
  type ServiceSize,
  type SolutionSlug,
} from '@notafter/domain';
import type { ContainerFile } from '../archives/tar.ts';
import { type ContainerRecipe, certificateFiles, FILES } from '../containers/container-recipe.ts';
import type { ServiceImage } from '../containers/images.ts';
import { containerRecipes, missingRecipes } from '../local/recipes.ts';

/** A service that is to go on without Notafter. */
export interface ServiceExport {
  readonly solution: SolutionSlug;
  /** Its resource ID. */
  readonly name: string;
  readonly image: ServiceImage;
  readonly size: ServiceSize;
  readonly ports: readonly ServicePort[];
  /** For a first run without the data of a backup. */
  readonly credentials: Credentials;
  /** The name that clients connect to. */
  readonly host: string;
  /** Null: the key is on the machine of the service, and stays there. */
  readonly certificate: ServerCertificate | null;
}

export interface ExportFile {
  /** Relative to the folder of the export. */
  readonly path: string;
  readonly text: string;
  readonly mode: number;
  /** Has a password or a key. */
  readonly isSecret: boolean;
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
