import type { MachineRecipe } from '../../containers/machine-recipe.ts';
import { createPostgresContainer } from './postgres-container.ts';
import { scramVerifier } from './scram.ts';

/** PostgreSQL takes a verifier wherever it takes a password. */
export const createPostgresMachine = (solution: 'postgres' | 'timescaledb'): MachineRecipe => {
  const recipe = createPostgresContainer(solution);
  return {
    solution,
    makeVerifier: ({ password }, salt) => scramVerifier(password, salt),
    contents: ({ size, user, verifier, image }) => recipe.contents({ size, credentials: { user, password: verifier }, uid: image.uid }),
    options: [],
    localSecret: null,
    reload: 'docker kill --signal HUP notafter || true',
  };
};
