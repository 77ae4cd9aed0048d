import { type Credentials, ProviderError, type SolutionSlug, solutions } from '@notafter/domain';
import type { ServiceImage } from '../../containers/images.ts';
import type { MachineRecipe } from '../../containers/machine-recipe.ts';
import { mysqlMachine } from '../../engines/mysql/mysql-machine.ts';
import { createPostgresMachine } from '../../engines/postgres/postgres-machine.ts';
import { rabbitmqMachine } from '../../engines/rabbitmq/rabbitmq-machine.ts';
import { missingRecipes } from '../../local/recipes.ts';

const SALT_BYTES = 16;

/** Engines that take a verifier for their first user. */
export const machineEngines: Readonly<Partial<Record<SolutionSlug, MachineRecipe>>> = {
  postgres: createPostgresMachine('postgres'),
  timescaledb: createPostgresMachine('timescaledb'),
  mysql: mysqlMachine,
  rabbitmq: rabbitmqMachine,
};

const asksForPassword = (solution: SolutionSlug): string =>
  `${solutions[solution].name} takes its first password as it is, and the machine's metadata would show it.`;

const reasonAgainstSolution = (solution: SolutionSlug): string | null =>
  machineEngines[solution] === undefined ? (missingRecipes[solution] ?? asksForPassword(solution)) : null;

/** Why a solution can't have its first boot on a machine, in a sentence; null if it can. */
export const reasonAgainstMachine = (solution: SolutionSlug, image: ServiceImage | undefined): string | null => {
  const reason = reasonAgainstSolution(solution);
  if (reason !== null) return reason;
  if (image === undefined) return 'SERVICES_IMAGES has no image for it.';
  return image.image.includes('@sha256:')
    ? null
    : 'A machine needs an image with a digest: name one in SERVICES_IMAGES, as docs/clouds.md says.';
};

/** Throws `ProviderError` if the solution can't run on a machine. */
export const machineEngineOf = (solution: SolutionSlug): MachineRecipe => {
  const engine = machineEngines[solution];
  if (engine !== undefined) return engine;
  throw new ProviderError('invalid', reasonAgainstSolution(solution) ?? '');
};

/**
 * Returns what the engine stores in place of a password, for `FirstBoot.verifier`. The same salt of 16 bytes makes the same text, so
 * that the user data of a machine stays the same. Throws `ProviderError` if the solution can't run on a machine.
 */
export const firstSecretOf = async (solution: SolutionSlug, credentials: Credentials, salt: Buffer): Promise<string> => {
  if (salt.length !== SALT_BYTES) throw new Error(`A salt has ${SALT_BYTES} bytes.`);
  return machineEngineOf(solution).makeVerifier(credentials, salt);
};
